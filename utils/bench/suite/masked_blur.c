// Difference of an image from its blur along rows and columns, of the brighter
// pixels only. At the border the nearest pixel stands for what is outside.
// category: pipelines
// benchmark: in 128 128 12000; out 5000 5000 1
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*rows)[w] = malloc(h * sizeof *rows);
  float (*both)[w] = malloc(h * sizeof *both);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      if (in[y][x] > 0.3f) {
        long left = x > 0 ? x - 1 : 0, right = x < w - 1 ? x + 1 : w - 1;
        rows[y][x] = (in[y][left] + in[y][x] + in[y][right]) / 3;
      } else
        rows[y][x] = in[y][x];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      if (in[y][x] > 0.3f) {
        long up = y > 0 ? y - 1 : 0, down = y < h - 1 ? y + 1 : h - 1;
        both[y][x] = (rows[up][x] + rows[y][x] + rows[down][x]) / 3;
      } else
        both[y][x] = rows[y][x];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = in[y][x] - both[y][x];
  free(rows);
  free(both);
}
