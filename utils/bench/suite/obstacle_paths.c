// How many ways lead around obstacles from one corner of a grid to the other.
// category: dynamic programming
// benchmark: in 200 200 5000; out 5000 5000 3
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 40,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  if (h < 1 || w < 1)
    return;
  unsigned (*ways)[w] = malloc(h * sizeof *ways);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      if (in[y][x] > 0.9f)
        ways[y][x] = 0;
      else if (y == 0 && x == 0)
        ways[y][x] = 1;
      else {
        unsigned all = 0;
        if (y > 0)
          all += ways[y - 1][x];
        if (x > 0)
          all += ways[y][x - 1];
        ways[y][x] = all;
      }
    }
  out[0][0] = ways[h - 1][w - 1] & 0xffff;
  free(ways);
}
