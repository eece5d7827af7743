// Unsharp mask: the blurred image, and the original once more.
// contracted: 3
// sizes: 0,0 1,1 1,3 3,1 2,3 5,5 7,7 7,64 64,7 100,33
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void f(long h, long w, const float *image,
                                        float *sharp) {
  float (*blurx)[w] = malloc(h * sizeof *blurx);
  float (*blury)[w] = malloc(h * sizeof *blury);
  float (*mask)[w] = malloc(h * sizeof *mask);
  if (!blurx || !blury || !mask)
    abort();
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      blurx[y][x] =
          (image[y * w + x - 1] + image[y * w + x] + image[y * w + x + 1]) / 3;
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      blury[y][x] = (blurx[y - 1][x] + blurx[y][x] + blurx[y + 1][x]) / 3;
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      mask[y][x] = image[y * w + x] - blury[y][x];
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      sharp[y * w + x] = image[y * w + x] + 0.5f * mask[y][x];
  free(blurx);
  free(blury);
  free(mask);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  float *image = calloc(h * w + 1, sizeof(float));
  float *sharp = calloc(h * w + 1, sizeof(float));
  if (!image || !sharp)
    return 1;
  for (long i = 0; i < h * w; i++)
    image[i] = i * 37 % 256;
  f(h, w, image, sharp);
  double sum = 0;
  for (long i = 0; i < h * w; i++)
    sum = sum * 0.99 + sharp[i];
  show(sum);
  free(image);
  free(sharp);
}
