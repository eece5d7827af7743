// A small program with a border, for the test of utils/bench/volumes.
// category: small
// by hand: bench_border_by_hand.c
// benchmark: in 16 16 2; out 40 40 2

#include "../../../utils/bench/suite/image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*padded)[w + 1] = calloc(h, sizeof *padded);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      padded[y][x + 1] = in[y][x];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = padded[y][x] + padded[y][x + 1];
  free(padded);
}
