// What tiles of a loop nest pass on to each other, for the tiles that
// schedule=tile would try, or why there are none.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN:   | %opt -passes='function(simplifycfg,sroa,early-cse)' -S -o %t.ll
// RUN: %opt_and_plugin -disable-output -passes='print<smolly-mars>' \
// RUN:   %t.ll 2>&1 | FileCheck %s

// Gauss-Seidel over time: the second loop is skewed.
// CHECK-LABEL: kernel seidel: tiles of
// CHECK-NEXT: 3 consumer tiles, {{[0-9]+}} MARS
// CHECK: MARS 1, {{.*}}-dimensional, for (0, 1):
void seidel(long steps, long n, double *restrict a) {
  for (long t = 0; t < steps; t++)
    for (long i = 1; i < n - 1; i++)
      a[i] = a[i - 1] + a[i] + a[i + 1];
}

// CHECK: once: no loops can be tiled
void once(long n, double *restrict a) {
  for (long i = 1; i < n; i++)
    a[i] += 1.0;
}
