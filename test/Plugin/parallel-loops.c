// LLVM is told of innermost loops whose iterations are independent, so that it need not
// compare addresses when the program runs.

// RUN: env SMOLLY_OPTIONS=no-interleave,verify %c_and_plugin -O2 -fno-vectorize \
// RUN:   -fno-unroll-loops -S -emit-llvm %s -o - | FileCheck %s
// RUN: env SMOLLY_OPTIONS=shadow %c_and_plugin -O2 -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --check-prefix=SHADOW
// What the program checks itself is no access of the loops.
// SHADOW-NOT: llvm.loop.parallel_accesses
#include <stdlib.h>

// Two moments take turns: that they are different ones is not seen in the addresses.
// CHECK-LABEL: define {{.*}}@wave(
// CHECK: double 2.000000e-01,
// CHECK: store double {{.*}} !llvm.access.group
// CHECK: br i1 {{.*}} !llvm.loop
void wave(long n, long m, long steps, const double (*restrict in)[m],
          double (*restrict out)[m]) {
  double(*u)[n][m] = malloc((steps + 2) * sizeof *u);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      u[0][i][j] = u[1][i][j] = in[i][j];
  for (long t = 2; t < steps + 2; t++)
    for (long i = 0; i < n; i++)
      for (long j = 1; j < m - 1; j++)
        u[t][i][j] = u[t - 2][i][j] + 0.2 * u[t - 1][i][j - 1];
  for (long i = 0; i < n; i++)
    for (long j = 1; j < m - 1; j++)
      out[i][j] = u[steps + 1][i][j];
  free(u);
}

// Each iteration reads what the one before has written.
// CHECK-LABEL: define {{.*}}@chain(
// CHECK: fmul double {{.*}}, 3.250000e+00
// CHECK: store double {{.*}} !noalias ![[#]]{{$}}
void chain(long n, long steps, const double *restrict in,
           double *restrict out) {
  double(*u)[n] = malloc((steps + 1) * sizeof *u);
  for (long i = 0; i < n; i++)
    u[0][i] = in[i];
  for (long t = 1; t <= steps; t++) {
    u[t][0] = u[t - 1][0];
    for (long i = 1; i < n; i++)
      u[t][i] = 3.25 * (u[t][i - 1] + u[t - 1][i]);
  }
  for (long i = 0; i < n; i++)
    out[i] = u[steps][i];
  free(u);
}

// What one iteration writes, another one has read: in the same row of memory.
// CHECK-LABEL: define {{.*}}@shift(
// CHECK: fmul double {{.*}}, 4.250000e+00
// CHECK: store double {{.*}} !noalias ![[#]]{{$}}
void shift(long n, long steps, const double *restrict in,
           double *restrict out) {
  double(*u)[n] = malloc((steps + 1) * sizeof *u);
  for (long i = 0; i < n; i++)
    u[0][i] = in[i];
  for (long t = 1; t <= steps; t++) {
    for (long i = 0; i < n - 1; i++)
      u[t][i] = 4.25 * (u[t - 1][i] + u[t - 1][i + 1]);
    u[t][n - 1] = u[t - 1][n - 1];
  }
  for (long i = 0; i < n; i++)
    out[i] = u[steps][i];
  free(u);
}

// What is parallel may be loaded where the program does not.
// CHECK-LABEL: define {{.*}}@condition(
// CHECK: fmul double {{.*}}, 5.250000e+00
// CHECK: store double {{.*}} !noalias ![[#]]{{$}}
void condition(long n, const double *restrict in, const double *restrict other,
               double *restrict out) {
  double *u = malloc(n * sizeof *u);
  for (long i = 0; i < n; i++)
    u[i] = 2.25 * in[i];
  for (long i = 0; i < n; i++)
    if (in[i] > 0)
      out[i] = 5.25 * (u[i] + other[i]);
  free(u);
}
