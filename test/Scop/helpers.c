// Small functions that are handed a candidate array are inlined into the
// working copy.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -disable-output \
// RUN:   -passes='function(simplifycfg,sroa,early-cse),print<smolly-kernel>' \
// RUN:   2>&1 | FileCheck %s --implicit-check-not='"fixed"'

#include <stdlib.h>

static double get(const double *a, long w, long i, long j) {
  return a[i * w + j];
}

static void set(double *a, long w, long i, long j, double v) {
  a[i * w + j] = v;
}

static void fill(double *a, long h, long w) {
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      set(a, w, i, j, i - j);
}

double helpers(long h, long w) {
  double *A = malloc(sizeof(double) * h * w);
  if (!A)
    exit(2);
  fill(A, h, w);
  double s = 0;
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      s += get(A, w, i - 1, j);
  free(A);
  return s;
}
// CHECK-LABEL: "name": "helpers"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"
