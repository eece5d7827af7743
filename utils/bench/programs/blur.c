// A 3x3 blur of a grey image, along the rows and then along the columns, with
// all of the image between the two stages.
// contracted: 3
// sizes: 3,3 5,4 7,9 13,7 41,8

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long width = argc > 1 ? atol(argv[1]) : 6000;
  long height = argc > 2 ? atol(argv[2]) : 5000;
  if (width < 3 || height < 3) {
    fprintf(stderr, "usage: %s [WIDTH [HEIGHT]]\n", argv[0]);
    return 2;
  }
  float (*image)[width] = malloc(height * sizeof(*image));
  float (*rows)[width] = malloc(height * sizeof(*rows));
  float (*out)[width] = malloc(height * sizeof(*out));
  if (image == NULL || rows == NULL || out == NULL) {
    fprintf(stderr, "out of memory\n");
    return 1;
  }

  for (long y = 0; y < height; y++)
    for (long x = 0; x < width; x++)
      image[y][x] = (float)((7 * x + 13 * y + x * y) & 255);

  for (long y = 0; y < height; y++)
    for (long x = 1; x < width - 1; x++)
      rows[y][x] = (image[y][x - 1] + image[y][x] + image[y][x + 1]) / 3.0f;
  for (long y = 1; y < height - 1; y++)
    for (long x = 1; x < width - 1; x++)
      out[y][x] = (rows[y - 1][x] + rows[y][x] + rows[y + 1][x]) / 3.0f;

  double sum = 0.0;
  for (long y = 1; y < height - 1; y++)
    for (long x = 1; x < width - 1; x++)
      sum += out[y][x];
  printf("%.17g\n", sum);
  free(image);
  free(rows);
  free(out);
  return 0;
}
