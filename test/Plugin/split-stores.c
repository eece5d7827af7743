// A copy whose store LLVM has joined with that of a constant is still known to be a
// copy if loop counters alone decide between them.

// RUN: %c_and_plugin -O2 -g -c %s -o /dev/null -Rpass=smolly 2>&1 | FileCheck %s
// RUN: %c_and_plugin -O2 -g -c -DBY_DATA %s -o /dev/null -Rpass=smolly 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DATA --implicit-check-not=removed
// CHECK: array 'patches' removed: what it holds is read from array 'in' and constants
// CHECK: rewritten loops run where h >= 3 and w >= 3
// CHECK: loops of their own for 2 regions: 3 - 3y <= k <= 2 + 3h - 3y
// DATA: array 'patches' contracted from h * w * 9 to 9 elements

#include <stdlib.h>

#ifdef BY_DATA
#define OTHER && in[y][x] > 0
#else
#define OTHER
#endif

void weigh(long h, long w, const float (*restrict in)[w],
           const float weight[restrict 9], float (*restrict out)[w]) {
  float (*patches)[w][9] = malloc(h * sizeof *patches);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      for (long dy = -1; dy <= 1; dy++)
        for (long dx = -1; dx <= 1; dx++)
          patches[y][x][3 * dy + dx + 4] =
              y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w OTHER
                  ? in[y + dy][x + dx]
                  : 0;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (long k = 0; k < 9; k++)
        sum += weight[k] * patches[y][x][k];
      out[y][x] = sum;
    }
  free(patches);
}
