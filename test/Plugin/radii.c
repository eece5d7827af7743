// A filter whose radius is a parameter: sums of neighbours run side by side, in
// vectors. Without, those of rows are vectorised by LLVM, and what is left of
// remainders are counters.

// RUN: env SMOLLY_OPTIONS=verify %c_and_plugin -O3 -S -emit-llvm %s -o %t.ll \
// RUN:   -Rpass=smolly 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t.ll
// RUN: env SMOLLY_OPTIONS=verify,no-interleave %c_and_plugin -O3 -g -S -emit-llvm %s \
// RUN:   -fno-discard-value-names -o %t.ll -Rpass=loop-vectorize 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VECTOR
// RUN: FileCheck %s --check-prefix=ALONE --input-file=%t.ll
// RUN: env SMOLLY_OPTIONS=always,count-runs %c_and_plugin -O2 -DMAIN %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT-NOT: never ran
// COUNT: smolly: 1 runs
// COUNT-NOT: never ran
// COUNT: -7381

#include <stdlib.h>

// CHECK: remark: iterations of the loops around 2 innermost loops run side by side, 128 at a time
// CODE-LABEL: define {{.*}}@blur(
// Bytes are added to vectors of sums.
// CODE: zext <{{[0-9]+}} x i8>
// The window of the rows in memory begins anywhere in it.
// ALONE: smolly.counter{{.*}} = phi i64
// ALONE-NOT: {{[us]}}rem
// ALONE: br
// Rewritten loops have the line of the function.
// VECTOR: radii.c:[[#@LINE+2]]:{{.*}} remark: vectorized loop (vectorization width: 4
__attribute__((noinline)) static void
blur(long h, long w, long r, const unsigned char *in, unsigned char *out) {
  unsigned char *rows = malloc(h * w);
  for (long y = 0; y < h; y++)
    for (long x = r; x < w - r; x++) {
      int sum = 0;
      for (long k = -r; k <= r; k++)
        sum += in[y * w + x + k];
      rows[y * w + x] = sum >> 3;
    }
  // Both loops begin with r: so does LLVM's only address, r * (w + 1).
  for (long y = r; y < h - r; y++)
    for (long x = r; x < w - r; x++) {
      int sum = 0;
      for (long k = -r; k <= r; k++)
        sum += rows[(y + k) * w + x];
      out[y * w + x] = sum;
    }
  free(rows);
}

#ifdef MAIN
#include <stdio.h>
static unsigned char in[50 * 40], out[50 * 40];
int main(int argc, char **argv) {
  for (int i = 0; i < 50 * 40; i++)
    in[i] = i * i / 7;
  blur(50, 40, 2 + argc, in, out);
  int sum = 0;
  for (int i = 0; i < 50 * 40; i++)
    sum += i % 7 * ((out[i] & 15) - 7);
  printf("%d\n", sum);
}
#else
void blur_caller(long h, long w, long r, const unsigned char *in,
                 unsigned char *out) {
  blur(h, w, r, in, out);
}
#endif
