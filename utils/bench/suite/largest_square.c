// The largest square without obstacles in a grid.
// category: dynamic programming
// benchmark: in 200 200 5000; out 5000 5000 3
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 40,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  if (h < 1 || w < 1)
    return;
  int (*side)[w] = malloc(h * sizeof *side), largest = 0;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      if (in[y][x] > 0.9f)
        side[y][x] = 0;
      else if (y == 0 || x == 0)
        side[y][x] = 1;
      else {
        int least = side[y - 1][x - 1];
        if (side[y - 1][x] < least)
          least = side[y - 1][x];
        if (side[y][x - 1] < least)
          least = side[y][x - 1];
        side[y][x] = least + 1;
      }
      if (side[y][x] > largest)
        largest = side[y][x];
    }
  out[0][0] = largest;
  free(side);
}
