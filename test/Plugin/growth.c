// Regions with loops of their own make code larger. Those that hardly run are neither
// vectorised nor unrolled, nor are the original loops where they hardly ever run.

// RUN: env SMOLLY_OPTIONS=schedule=keep %c_and_plugin -O2 -g -c %s -o %t.o \
// RUN:   -Rpass=smolly -Rpass-missed=smolly 2>&1 | FileCheck %s
// RUN: env SMOLLY_OPTIONS=schedule=keep,growth=2 %c_and_plugin -O2 -g -c %s \
// RUN:   -o %t.small.o -Rpass=smolly -Rpass-missed=smolly 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SMALL
// RUN: env SMOLLY_OPTIONS=schedule=keep,growth=0 %c_and_plugin -O2 -g -c %s \
// RUN:   -o /dev/null -Rpass=smolly -Rpass-missed=smolly 2>&1 | FileCheck %s
// RUN: env SMOLLY_OPTIONS=schedule=keep %c_and_plugin -O2 -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --check-prefix=HINTS
#include <stdlib.h>

// CHECK: array 'padded' removed: what it holds is read from array 'in' and constants
// SMALL-NOT: 'padded' removed
// SMALL: growth.c:{{.*}}regions with constants, copies or borders get no loops of their own: there would be {{[0-9.]+}} times as much code (option growth)
// SMALL-NOT: 'padded' removed
// HINTS-LABEL: define {{.*}}@blur
// HINTS: !"llvm.loop.unroll.disable"
void blur(const float *restrict in, float *restrict out, long n) {
  float(*padded)[n + 2] = calloc(n + 2, sizeof *padded);
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++)
      padded[y + 1][x + 1] = in[y * n + x];
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++)
      out[y * n + x] = padded[y][x + 1] + padded[y + 1][x] +
                       padded[y + 1][x + 2] + padded[y + 2][x + 1];
  free(padded);
}

// With a window of 5 times 5, every second place, all borders share loops, as they
// would have more than ten times the code of the program on their own.
// RUN: env SMOLLY_OPTIONS=schedule=keep %c_and_plugin -O2 -c -DWINDOW %s \
// RUN:   -o %t.window.o
// RUN: env SMOLLY_OPTIONS=schedule=keep,growth=0 %c_and_plugin -O2 -c -DWINDOW %s \
// RUN:   -o %t.apart.o
// RUN: %python -c "import os; size = os.path.getsize; assert size('%t.window.o') < size('%t.apart.o')"
#ifdef WINDOW
void layer(long h, long w, const float weight[restrict 5][5],
           const float (*restrict in)[w], float (*restrict out)[w / 2]) {
  float (*padded)[w + 4] = calloc(h + 4, sizeof *padded);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      padded[y + 1][x + 1] = in[y][x];
  for (long y = 0; y < h / 2; y++)
    for (long x = 0; x < w / 2; x++) {
      float sum = 0;
      for (long dy = 0; dy < 5; dy++)
        for (long dx = 0; dx < 5; dx++)
          sum += weight[dy][dx] * padded[2 * y + dy][2 * x + dx];
      out[y][x] = sum;
    }
  free(padded);
}
#endif
