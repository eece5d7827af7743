// Unsharp masking with weights and a radius that are read at run time.
// category: pipelines
// benchmark: in 128 128 300; out 4000 4000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "sharpen.h"

static void
sharpen(long h, long w, long r, const float *restrict weights,
        const float (*restrict in)[w], float (*restrict out)[w]) {
  float (*rows)[w] = malloc(h * sizeof *rows);
  float (*blurred)[w] = malloc(h * sizeof *blurred);
  for (long y = 0; y < h; y++)
    for (long x = r; x < w - r; x++) {
      float sum = 0;
      for (long j = -r; j <= r; j++)
        sum += weights[j + r] * in[y][x + j];
      rows[y][x] = sum;
    }
  for (long y = r; y < h - r; y++)
    for (long x = r; x < w - r; x++) {
      float sum = 0;
      for (long j = -r; j <= r; j++)
        sum += weights[j + r] * rows[y + j][x];
      blurred[y][x] = sum;
    }
  for (long y = r; y < h - r; y++)
    for (long x = r; x < w - r; x++)
      out[y][x] = 3 * in[y][x] - 2 * blurred[y][x];
  free(rows);
  free(blurred);
}
