// A mean of neighbours, and what differs from it, over rows that are found in tables.
// category: pipelines
// benchmark: in 200 200 3000; out 4000 4000 3
// sizes: 0,0,1 1,1,1 3,2,1 4,4,1 7,5,2 40,33,1

#include "image.h"

// As if somebody else had made the tables.
__attribute__((noinline)) static void sharpen(long h, long w, float **in,
                                              float **out) {
  float **across = malloc(h * sizeof *across), **mean = malloc(h * sizeof *mean);
  for (long y = 0; y < h; y++) {
    across[y] = malloc(w * sizeof **across);
    mean[y] = malloc(w * sizeof **mean);
  }
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      across[y][x] = (in[y][x - 1] + in[y][x] + in[y][x + 1]) * (1.0f / 3);
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      mean[y][x] =
          (across[y - 1][x] + across[y][x] + across[y + 1][x]) * (1.0f / 3);
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[y][x] = 2 * in[y][x] - mean[y][x];
  for (long y = 0; y < h; y++) {
    free(across[y]);
    free(mean[y]);
  }
  free(across);
  free(mean);
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float **from = malloc(h * sizeof *from), **to = malloc(h * sizeof *to);
  for (long y = 0; y < h; y++) {
    from[y] = (float *)in[y];
    to[y] = out[y];
  }
  sharpen(h, w, from, to);
  free(from);
  free(to);
}
