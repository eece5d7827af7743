// Rows of twice a computed width, and of four times as many, which are accessed
// in pairs: an image is enlarged twice and made smaller again.
// contracted: 3
// sizes: 0,0 1,1 2,3 3,2 7,5 13,11 24,24 64,33
// fast: 24
// options: no-forward
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static float enlarged(long h, long w,
                                                const float *in) {
  long h1 = 2 * (h / 3), w1 = 2 * (w / 3), h0 = 2 * h1, w0 = 2 * w1;
  if (h1 < 1 || w1 < 1)
    return 0;
  float(*once)[w1] = malloc(h1 * sizeof *once);
  float(*twice)[w0] = malloc(h0 * sizeof *twice);
  float(*mean)[w1] = malloc(h1 * sizeof *mean);
  if (!once || !twice || !mean)
    abort();
  for (long y = 0; y < h1; y++)
    for (long x = 0; x < w1; x++)
      once[y][x] = in[(y / 2) * w + x / 2];
  for (long y = 0; y < h1; y++)
    for (long x = 0; x < w1; x++) {
      twice[2 * y][2 * x] = once[y][x];
      twice[2 * y][2 * x + 1] = once[y][x] + 0.25f;
      twice[2 * y + 1][2 * x] = once[y][x] - 0.5f;
      twice[2 * y + 1][2 * x + 1] = once[y][x] * 2;
    }
  for (long y = 0; y < h1; y++)
    for (long x = 0; x < w1; x++)
      mean[y][x] = twice[2 * y][2 * x] + twice[2 * y][2 * x + 1] +
                   twice[2 * y + 1][2 * x] + twice[2 * y + 1][2 * x + 1];
  float sum = 0;
  for (long y = 0; y < h1; y++)
    for (long x = 0; x < w1; x++)
      sum += mean[y][x] * (y + 2 * x);
  free(once);
  free(twice);
  free(mean);
  return sum;
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  float *in = malloc((h * w + 1) * sizeof *in);
  for (long i = 0; i < h * w; i++)
    in[i] = (i * 37) % 101;
  show(enlarged(h, w, in));
  free(in);
}
