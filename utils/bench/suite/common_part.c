// The longest common part of two sequences: most of the table stays zero.
// category: dynamic programming
// benchmark: in 200 200 5000; out 5000 5000 3
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 40,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  if (h < 1 || w < 1)
    return;
  unsigned char *first = malloc(h), *second = malloc(w);
  for (long y = 0; y < h; y++)
    first[y] = in[y][0] * 6;
  for (long x = 0; x < w; x++)
    second[x] = in[h - 1][x] * 6;
  int(*common)[w + 1] = calloc(h + 1, sizeof *common), longest = 0;
  for (long y = 1; y <= h; y++)
    for (long x = 1; x <= w; x++)
      if (first[y - 1] == second[x - 1]) {
        common[y][x] = common[y - 1][x - 1] + 1;
        if (common[y][x] > longest)
          longest = common[y][x];
      }
  out[0][0] = longest;
  free(common);
  free(first);
  free(second);
}
