// Local contrast: windows whose ends are computed ahead of the loops over them.
// category: pipelines
// benchmark: in 128 128 100; out 4000 4000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

enum { Radius = 10 };

static long most(long a, long b) { return a > b ? a : b; }
static long least(long a, long b) { return a < b ? a : b; }

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*rows)[w] = malloc(h * sizeof *rows);
  float (*means)[w] = malloc(h * sizeof *means);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      long first = most(0, x - Radius), last = least(w - 1, x + Radius);
      float sum = 0;
      for (long k = first; k <= last; k++)
        sum += in[y][k];
      rows[y][x] = sum / (last - first + 1);
    }
  for (long y = 0; y < h; y++) {
    long first = most(0, y - Radius), last = least(h - 1, y + Radius);
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (long k = first; k <= last; k++)
        sum += rows[k][x];
      means[y][x] = sum / (last - first + 1);
    }
  }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = in[y][x] + 2 * (in[y][x] - means[y][x]);
  free(rows);
  free(means);
}
