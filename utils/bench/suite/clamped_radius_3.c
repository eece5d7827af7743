// Unsharp masking with a radius that is read at run time, clamped at borders.
// category: pipelines
// benchmark: in 128 128 300; out 4000 4000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "sharpen.h"

static inline long clamp(long i, long n) {
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}

static void
sharpen(long h, long w, long r, const float *restrict weights,
        const float (*restrict in)[w], float (*restrict out)[w]) {
  float (*rows)[w] = malloc(h * sizeof *rows);
  float (*blurred)[w] = malloc(h * sizeof *blurred);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (long j = -r; j <= r; j++)
        sum += weights[j + r] * in[y][clamp(x + j, w)];
      rows[y][x] = sum;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (long j = -r; j <= r; j++)
        sum += weights[j + r] * rows[clamp(y + j, h)][x];
      blurred[y][x] = sum;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = 3 * in[y][x] - 2 * blurred[y][x];
  free(rows);
  free(blurred);
}
