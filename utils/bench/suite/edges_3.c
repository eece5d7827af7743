// Edges of an image: two derivatives, which are smoothed across their
// direction, and how large they are.
// category: pipelines
// benchmark: in 128 128 8300; out 4500 4500 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*dx)[w] = malloc(h * sizeof *dx);
  float (*dy)[w] = malloc(h * sizeof *dy);
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      dx[y][x] = in[y - 1][x + 1] - in[y - 1][x - 1] +
                 2 * (in[y][x + 1] - in[y][x - 1]) + in[y + 1][x + 1] -
                 in[y + 1][x - 1];
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      dy[y][x] = in[y + 1][x - 1] - in[y - 1][x - 1] +
                 2 * (in[y + 1][x] - in[y - 1][x]) + in[y + 1][x + 1] -
                 in[y - 1][x + 1];
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[y][x] = fabsf(dx[y][x]) + fabsf(dy[y][x]);
  free(dx);
  free(dy);
}
