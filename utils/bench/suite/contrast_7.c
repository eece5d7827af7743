// Local contrast: mean and variance in windows of 5 times 5, by way of sums
// along rows and columns, and each pixel's deviation in terms of them.
// category: pipelines
// benchmark: in 128 128 1000; out 3500 3500 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*square)[w] = malloc(h * sizeof *square);
  float (*rows)[w] = malloc(h * sizeof *rows);
  float (*rows2)[w] = malloc(h * sizeof *rows2);
  float (*mean)[w] = malloc(h * sizeof *mean);
  float (*mean2)[w] = malloc(h * sizeof *mean2);
  float (*variance)[w] = malloc(h * sizeof *variance);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      square[y][x] = in[y][x] * in[y][x];
  for (long y = 0; y < h; y++)
    for (long x = 2; x < w - 2; x++)
      rows[y][x] =
          in[y][x - 2] + in[y][x - 1] + in[y][x] + in[y][x + 1] + in[y][x + 2];
  for (long y = 0; y < h; y++)
    for (long x = 2; x < w - 2; x++)
      rows2[y][x] = square[y][x - 2] + square[y][x - 1] + square[y][x] +
                    square[y][x + 1] + square[y][x + 2];
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      mean[y][x] = (rows[y - 2][x] + rows[y - 1][x] + rows[y][x] +
                    rows[y + 1][x] + rows[y + 2][x]) /
                   25;
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      mean2[y][x] = (rows2[y - 2][x] + rows2[y - 1][x] + rows2[y][x] +
                     rows2[y + 1][x] + rows2[y + 2][x]) /
                    25;
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      variance[y][x] = mean2[y][x] - mean[y][x] * mean[y][x];
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      out[y][x] = (in[y][x] - mean[y][x]) / (variance[y][x] + 0.01f);
  free(square);
  free(rows);
  free(rows2);
  free(mean);
  free(mean2);
  free(variance);
}
