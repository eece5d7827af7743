// The cheapest way through a grid, down or diagonally, around closed fields.
// category: dynamic programming
// benchmark: in 200 200 5000; out 5000 5000 3
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 40,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  if (h < 1 || w < 1)
    return;
  float(*cost)[w] = malloc(h * sizeof *cost);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      cost[y][x] = 1e9f;
  for (long x = 0; x < w; x++)
    cost[0][x] = in[0][x];
  for (long y = 1; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      if (in[y][x] < 0.8f) {
        float least = cost[y - 1][x];
        if (cost[y - 1][x - 1] < least)
          least = cost[y - 1][x - 1];
        if (cost[y - 1][x + 1] < least)
          least = cost[y - 1][x + 1];
        cost[y][x] = least + in[y][x];
      }
  for (long x = 0; x < w; x++)
    out[0][x] = cost[h - 1][x];
  free(cost);
}
