// Windows that may be beyond a border are unrolled: the loops over the interior
// have no conditions, and are vectorised. Where they are too long for that, all
// is left to LLVM.

// RUN: env SMOLLY_OPTIONS=verify %c_and_plugin -O3 -g -c %s -o /dev/null \
// RUN:   '-Rpass=smolly|loop-vectorize' 2> %t.blur
// RUN: FileCheck %s --input-file=%t.blur --check-prefix=FUSED
// RUN: FileCheck %s --input-file=%t.blur --check-prefix=VECTOR
// RUN: %c_and_plugin -O3 -g -c -DRADIUS=10 %s -o /dev/null -Rpass-missed=smolly \
// RUN:   -Rpass=smolly 2>&1 | FileCheck %s --check-prefix=LONG --implicit-check-not=contracted

#include <stdlib.h>
#ifndef RADIUS
#define RADIUS 2
#endif

// FUSED: array 't' contracted from h * w to 5 * w elements
// FUSED: 2 loop nests run alongside each other
// Both loops; rewritten ones have the line of the function.
// VECTOR: border-windows.c:[[#@LINE+4]]:{{.*}} remark: vectorized loop
// VECTOR: border-windows.c:[[#@LINE+3]]:{{.*}} remark: vectorized loop
// LONG: array 't' left as it is: {{.*}} they are too large: 21 elements of a
// LONG-SAME: window, some beyond a border
void blur(int h, int w, const float *restrict in, float *restrict out) {
  float *t = malloc(sizeof *t * h * w);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -RADIUS; i <= RADIUS; i++) {
        int at = x + i;
        if (at < 0)
          at = 0;
        if (at >= w)
          at = w - 1;
        sum += in[y * w + at];
      }
      t[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -RADIUS; i <= RADIUS; i++) {
        int at = y + i;
        if (at < 0)
          at = 0;
        if (at >= h)
          at = h - 1;
        sum += t[at * w + x];
      }
      out[y * w + x] = sum;
    }
  free(t);
}
