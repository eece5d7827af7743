// Blur of an image along rows, then along columns.
// category: pipelines
// benchmark: in 128 128 12000; out 5000 5000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*rows)[w] = malloc(h * sizeof *rows);
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      rows[y][x] = (in[y][x - 1] + in[y][x] + in[y][x + 1]) / 3;
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[y][x] = (rows[y - 1][x] + rows[y][x] + rows[y + 1][x]) / 3;
  free(rows);
}
