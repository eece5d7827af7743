// The upper left quarter of an image at twice its size: each pixel becomes
// four, which are blurred along rows and columns.
// category: sampling
// benchmark: in 128 128 12000; out 5000 5000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*large)[w] = malloc(h * sizeof *large);
  float (*rows)[w] = malloc(h * sizeof *rows);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      large[y][x] = in[y / 2][x / 2];
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      rows[y][x] = 0.25f * large[y][x - 1] + 0.5f * large[y][x] +
                   0.25f * large[y][x + 1];
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[y][x] =
          0.25f * rows[y - 1][x] + 0.5f * rows[y][x] + 0.25f * rows[y + 1][x];
  free(large);
  free(rows);
}
