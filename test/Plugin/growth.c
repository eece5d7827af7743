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
