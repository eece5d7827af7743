// Radii for which nothing is to be done, so large that multiples of them are out
// of range where the program computes none.
// contracted: 1
// sizes: 0 1 2 3 20 922337203685477585 461168601842738790 1152921504606846976
// fast: 9000000000000000000
// RUN: %differential %s
#include "Inputs/program.h"

/// h - 10 * r is out of range, h - 5 * r is not.
__attribute__((noinline)) static void
far(long h, long w, long r, const double (*restrict in)[w],
    double (*restrict out)[w]) {
  double(*t)[w] = malloc((h + 1) * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      t[y][x] = in[y][x] * 2;
  for (long y = 5 * r; y < h - 5 * r; y++)
    for (long x = 0; x < w; x++) {
      double sum = 0;
      for (long k = 0; k <= r; k++)
        sum = sum * 0.9 + t[y + 5 * r][x];
      out[y][x] = sum;
    }
  free(t);
}

/// Of eight rows for one, the second nest is shifted by 48 * r.
__attribute__((noinline)) static void
enlarge(long h, long w, long r, const double (*restrict in)[w],
        double (*restrict out)[w], double (*restrict large)[w]) {
  double(*t)[w] = malloc((8 * h + 1) * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      double s = in[y][x];
      t[8 * y][x] = s, t[8 * y + 1][x] = s + 1, t[8 * y + 2][x] = s + 2,
            t[8 * y + 3][x] = s + 3, t[8 * y + 4][x] = s + 4,
            t[8 * y + 5][x] = s + 5, t[8 * y + 6][x] = s + 6,
            t[8 * y + 7][x] = s + 7;
    }
  for (long y = 0; y < h - 6 * r; y++)
    for (long x = 0; x < w; x++) {
      double sum = 0;
      for (long k = 0; k <= r; k++)
        sum = sum * 0.9 + t[8 * (y + 6 * r)][x];
      out[y][x] += sum;
    }
  for (long y = 0; y < 8 * h; y++)
    for (long x = 0; x < w; x++)
      large[y][x] = t[y][x];
  free(t);
}

int main(int argc, char **argv) {
  enum { H = 23, W = 7 };
  long r = size(argv, 1);
  double(*in)[W] = malloc(H * sizeof *in);
  double(*out)[W] = calloc(H, sizeof *out);
  double(*large)[W] = calloc(8 * H, sizeof *large);
  for (long i = 0; i < H; i++)
    for (long j = 0; j < W; j++)
      in[i][j] = (i * 7 + j * 3) % 13;
  if (r <= 922337203685477585)
    far(H, W, r, in, out);
  enlarge(H, W, r, in, out, large);
  double sum = 0;
  for (long i = 0; i < H; i++)
    for (long j = 0; j < W; j++)
      sum = sum * 0.99 + out[i][j] + large[8 * i + 5][j];
  show(sum);
  free(in);
  free(out);
  free(large);
}
