// A 3x3 blur of a grey image in two stages: along the rows, then along the
// columns.
//
//   blur [WIDTH [HEIGHT]]
//
// Both stages run row by row, the second two rows behind the first. The image
// between them is kept whole although three of its rows would do.

#include <stdio.h>
#include <stdlib.h>

static double blur(long width, long height) {
  float(*image)[width] = malloc(height * sizeof(*image));
  float(*blurx)[width] = malloc(height * sizeof(*blurx));
  float(*out)[width] = malloc(height * sizeof(*out));
  if (image == NULL || blurx == NULL || out == NULL) {
    free(image);
    free(blurx);
    free(out);
    return -1.0;
  }

  for (long y = 0; y < height; y++)
    for (long x = 0; x < width; x++)
      image[y][x] = (float)((7 * x + 13 * y + x * y) & 255);

  for (long y = 0; y < height; y++) {
    for (long x = 0; x < width - 2; x++)
      blurx[y][x] = (image[y][x] + image[y][x + 1] + image[y][x + 2]) / 3.0f;
    if (y >= 2)
      for (long x = 0; x < width - 2; x++)
        out[y - 2][x] = (blurx[y - 2][x] + blurx[y - 1][x] + blurx[y][x]) / 3.0f;
  }

  double sum = 0.0;
  for (long y = 0; y < height - 2; y++)
    for (long x = 0; x < width - 2; x++)
      sum += out[y][x];
  free(image);
  free(blurx);
  free(out);
  return sum;
}

int main(int argc, char **argv) {
  long width = argc > 1 ? atol(argv[1]) : 6000;
  long height = argc > 2 ? atol(argv[2]) : width;
  if (width < 1 || height < 1) {
    fprintf(stderr, "usage: %s [WIDTH [HEIGHT]]\n", argv[0]);
    return 2;
  }
  double sum = blur(width, height);
  if (sum < 0.0) {
    fprintf(stderr, "out of memory\n");
    return 1;
  }
  printf("sum of the blurred %ld x %ld image: %.17g\n", width, height, sum);
  return 0;
}
