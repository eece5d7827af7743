// A kernel for test/Utils/bench.test: two filters after each other.
// category: small
// benchmark: in 16 16 2; out 64 64 1

#include "../../../utils/bench/suite/image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*rows)[w] = malloc(h * sizeof *rows);
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      rows[y][x] = in[y][x - 1] + in[y][x + 1];
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[y][x] = rows[y - 1][x] + rows[y + 1][x];
  free(rows);
}
