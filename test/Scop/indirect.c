// A store through an index array may alias with anything. The loops before it
// are a SCoP nevertheless.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -disable-output \
// RUN:   -passes='function(simplifycfg,sroa,early-cse),print<smolly-kernel>' \
// RUN:   2>&1 | FileCheck %s --implicit-check-not=may_write

#include <stdlib.h>

double scatter(long n, long m, double *x, int *index, double *y) {
  double(*A)[m] = malloc(n * sizeof *A);
  if (!A)
    return -1;
  for (long j = 0; j < m; j++)
    A[0][j] = x[j];
  for (long i = 1; i < n; i++)
    for (long j = 0; j < m; j++)
      A[i][j] = A[i - 1][j] * 0.5;
  for (long j = 0; j < m; j++)
    y[j] = A[n - 1][j];
  for (long j = 0; j < m; j++)
    y[index[j]] += x[j];
  free(A);
  return 0;
}
// CHECK-LABEL: "name": "scatter"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ x[i0] }"
// CHECK: "live_in": "{{.*}}{ x[i0] }"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_0 }"
// CHECK: "extent": "{{.*}}{ y[i0] }"
// CHECK: "live_in": "{{.*}}{ y[i0] }"
// CHECK: "kind": "read"
// CHECK-NEXT: -> x[i0]
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[0, i0]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[1 + i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[-1 + p_1, i0]
// CHECK: "kind": "write"
// CHECK-NEXT: -> y[i0]
// CHECK-NOT: "context"
