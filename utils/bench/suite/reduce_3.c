// An image at half its size: blur along rows and columns, then every second
// pixel of every second row.
// category: sampling
// benchmark: in 128 128 15000; out 5000 5000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*rows)[w] = malloc(h * sizeof *rows);
  float (*blurred)[w] = malloc(h * sizeof *blurred);
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      rows[y][x] =
          0.25f * in[y][x - 1] + 0.5f * in[y][x] + 0.25f * in[y][x + 1];
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      blurred[y][x] =
          0.25f * rows[y - 1][x] + 0.5f * rows[y][x] + 0.25f * rows[y + 1][x];
  for (long y = 0; 2 * y + 1 < h - 1; y++)
    for (long x = 0; 2 * x + 1 < w - 1; x++)
      out[y][x] = blurred[2 * y + 1][2 * x + 1];
  free(rows);
  free(blurred);
}
