// The cheapest path through a grid whose rows are found in a table.
// category: dynamic programming
// benchmark: in 200 200 3000; out 4000 4000 3
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 4,4,1 7,5,2 40,33,1

#include "image.h"

// As if somebody else had made the table.
__attribute__((noinline)) static float cheapest(long h, long w, float **grid) {
  float **cost = malloc(h * sizeof *cost);
  for (long y = 0; y < h; y++)
    cost[y] = malloc(w * sizeof **cost);
  cost[0][0] = grid[0][0];
  for (long x = 1; x < w; x++)
    cost[0][x] = cost[0][x - 1] + grid[0][x];
  for (long y = 1; y < h; y++)
    cost[y][0] = cost[y - 1][0] + grid[y][0];
  for (long y = 1; y < h; y++)
    for (long x = 1; x < w; x++)
      cost[y][x] = grid[y][x] + (cost[y - 1][x] < cost[y][x - 1]
                                     ? cost[y - 1][x]
                                     : cost[y][x - 1]);
  float least = cost[h - 1][w - 1];
  for (long y = 0; y < h; y++)
    free(cost[y]);
  free(cost);
  return least;
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  if (h < 1 || w < 1)
    return;
  float **grid = malloc(h * sizeof *grid);
  for (long y = 0; y < h; y++)
    grid[y] = (float *)in[y];
  out[0][0] = cheapest(h, w, grid);
  free(grid);
}
