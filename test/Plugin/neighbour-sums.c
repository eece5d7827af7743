// A filter whose radius is read at run time, and whose windows end at borders:
// sums of neighbours are kept in vectors, and no loop asks where it is.

// RUN: env SMOLLY_OPTIONS=verify %c_and_plugin -O3 -g -c %s -o /dev/null \
// RUN:   '-Rpass=smolly|loop-vectorize' 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=SUMS
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=VECTOR
// RUN: env SMOLLY_OPTIONS=always,count-runs %c_and_plugin -O2 -DMAIN %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT-NOT: never ran
// COUNT: 4096

#include <stdio.h>
#include <stdlib.h>

// SUMS: array 't' contracted from h * w to (2 * r + 1) * w elements
// SUMS: iterations of the loops around 2 innermost loops run side by side, 128 at a time
// Both loops; rewritten ones have the line of the function.
// VECTOR: neighbour-sums.c:[[#@LINE+3]]:{{.*}} remark: vectorized loop
// VECTOR: neighbour-sums.c:[[#@LINE+2]]:{{.*}} remark: vectorized loop
__attribute__((noinline)) void
blur(int h, int w, int r, const float *restrict in, float *restrict out) {
  float *t = malloc(sizeof *t * h * w);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -r; i <= r; i++)
        if (x + i >= 0 && x + i < w)
          sum += in[y * w + x + i];
      t[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -r; i <= r; i++)
        if (y + i >= 0 && y + i < h)
          sum += t[(y + i) * w + x];
      out[y * w + x] = sum;
    }
  free(t);
}

#ifdef MAIN
int main(int argc, char **argv) {
  static float in[64 * 64], out[64 * 64];
  for (int i = 0; i < 64 * 64; i++)
    in[i] = 1;
  blur(64, 64, argc == 1 ? 100 : 1, in, out);
  printf("%g\n", out[64 * 31 + 31]);
}
#endif
