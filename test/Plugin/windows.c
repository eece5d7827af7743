// Loops over windows of a known size are unrolled, though there are remainders
// in them, and those around them, which stay long, are vectorised as they were.

// RUN: env SMOLLY_OPTIONS=verify %c_and_plugin -O3 -g -S -emit-llvm %s -o %t.ll \
// RUN:   '-Rpass=smolly|loop-vectorize' 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=FUSED
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=VECTOR
// RUN: FileCheck %s --input-file=%t.ll --check-prefix=CODE

#include <stdlib.h>

// FUSED: windows.c:{{.*}} remark: 2 loop nests run alongside each other
// FUSED-NOT: alongside
// Both loops; rewritten ones have the line of the function.
// VECTOR: windows.c:[[#@LINE+5]]:{{.*}} remark: vectorized loop
// VECTOR: windows.c:[[#@LINE+4]]:{{.*}} remark: vectorized loop
// CODE-LABEL: define {{.*}}@blur(
// CODE: urem i64 {{.*}}, 41
// CODE-NOT: smolly.chunk
void blur(long h, long w, const int (*restrict in)[w], int (*restrict out)[w]) {
  int (*t)[w] = malloc(h * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = 20; x < w - 20; x++) {
      int sum = 0;
      for (int k = -20; k <= 20; k++)
        sum += in[y][x + k];
      t[y][x] = sum;
    }
  for (long y = 20; y < h - 20; y++)
    for (long x = 20; x < w - 20; x++) {
      int sum = 0;
      for (int k = -20; k <= 20; k++)
        sum += t[y + k][x];
      out[y][x] = sum;
    }
  free(t);
}

// A window that wraps around in each iteration costs more than a signal in
// memory.
void filter(long n, long m, const float *restrict taps,
            const float *restrict in, float *restrict out) {
  float *t = malloc(n * sizeof *t);
  for (long i = 0; i + m <= n; i++) {
    float sum = 0;
    for (long k = 0; k < m; k++)
      sum += taps[k] * in[i + k];
    t[i] = sum;
  }
  for (long i = 0; i + 2 * m <= n; i++) {
    float sum = 0;
    for (long k = 0; k < m; k++)
      sum += taps[k] * t[i + k];
    out[i] = sum;
  }
  free(t);
}
