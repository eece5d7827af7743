// Images are copied into larger ones with zeros around them, which are filtered:
// with strides and with holes, several channels, one and three dimensions.
// sizes: 0,0 0,3 1,1 1,2 2,1 2,2 3,7 7,3 13,11 37,5
// idle: main
// RUN: %differential --any-number %s
#include "Inputs/volumes.h"

void strided(long h, long w, const double (*restrict in)[w], double *restrict out) {
  double (*padded)[w + 3] = calloc(h + 3, sizeof *padded);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      padded[y + 1][x + 1] = in[y][x];
  for (long y = 0; 2 * y < h; y++)
    for (long x = 0; 2 * x < w; x++) {
      double sum = 0;
      for (long dy = 0; dy < 4; dy++)
        for (long dx = 0; dx < 4; dx++)
          sum += (double)(dy - 2 * dx) * padded[2 * y + dy][2 * x + dx];
      out[y * w + x] = sum;
    }
  free(padded);
}

void with_holes(long c, long h, long w, const double (*restrict in)[h][w],
                double (*restrict out)[h][w]) {
  double (*padded)[h + 4][w + 6] = malloc(c * sizeof *padded);
  for (long k = 0; k < c; k++)
    for (long y = 0; y < h + 4; y++)
      for (long x = 0; x < w + 6; x++)
        padded[k][y][x] = 0;
  for (long k = 0; k < c; k++)
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        padded[k][y + 2][x + 3] = in[k][y][x];
  for (long k = 0; k < c; k++)
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++) {
        out[k][y][x] = 0;
        for (long l = 0; l < c; l++)
          for (long dy = 0; dy < 3; dy++)
            for (long dx = 0; dx < 3; dx++)
              out[k][y][x] += (double)(k + dx) * padded[l][y + 2 * dy][x + 3 * dx];
      }
  free(padded);
}

int in_order(long n, const int *restrict in, int *restrict out) {
  int *padded = malloc((n + 8) * sizeof *padded);
  if (padded == NULL)
    return -1;
  for (long i = 0; i < 4; i++)
    padded[i] = padded[n + 4 + i] = 0;
  for (long i = 0; i < n; i++)
    padded[i + 4] = in[i];
  for (long i = 0; i < n; i++)
    for (long k = 0; k < 9; k++)
      out[i] = (k ? out[i] : 0) + (int)(k - 3) * padded[i + k];
  int first = padded[0] + padded[n + 7];
  free(padded);
  return first;
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), count = h * w;
  double *in = numbers(3 * count), *out = numbers(3 * count);
  int *small = calloc(count + 1, sizeof *small), *sums = calloc(count + 1, sizeof *sums);
  if (count > 0) {
    strided(h, w, (const double (*)[w])in, out);
    show_all(out, count);
    with_holes(3, h, w, (const double (*)[h][w])in, (double (*)[h][w])out);
    show_all(out, 3 * count);
  }
  for (long i = 0; i < count; i++)
    small[i] = (int)(8 * in[i]);
  show(in_order(count, small, sums));
  for (long i = 0; i < count; i++)
    show(sums[i]);
  free(in), free(out), free(small), free(sums);
}
