// Windows that are cut at borders ahead of the loops over them: neighbours run
// side by side, in vectors, without a remainder in the innermost loops.

// RUN: env SMOLLY_OPTIONS=verify %c_and_plugin -O3 -g -c %s -o /dev/null \
// RUN:   '-Rpass=smolly|loop-vectorize' 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=SUMS
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=VECTOR

// SUMS: array 'rows' contracted from h * w to 21 * w elements
// SUMS: iterations of the loops around 2 innermost loops run side by side, 128 at a time
// Both loops; rewritten ones have the line of the function.
// VECTOR: window-ends.c:[[#@LINE+8]]:{{.*}} remark: vectorized loop
// VECTOR: window-ends.c:[[#@LINE+7]]:{{.*}} remark: vectorized loop

#include <stdlib.h>

static int most(int a, int b) { return a > b ? a : b; }
static int least(int a, int b) { return a < b ? a : b; }

void means(int w, int h, const float *restrict in, float *restrict out) {
  float *rows = malloc((size_t)w * h * sizeof *rows);
  if (!rows)
    return;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int first = most(0, x - 10), last = least(w - 1, x + 10);
      float sum = 0;
      for (int k = first; k <= last; k++)
        sum += in[(size_t)y * w + k];
      rows[(size_t)y * w + x] = sum / (last - first + 1);
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int first = most(0, y - 10), last = least(h - 1, y + 10);
      float sum = 0;
      for (int k = first; k <= last; k++)
        sum += rows[(size_t)k * w + x];
      out[(size_t)y * w + x] = sum / (last - first + 1);
    }
  free(rows);
}
