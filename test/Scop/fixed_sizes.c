// Arrays of fixed inner sizes: the subscripts are those of the source.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -disable-output \
// RUN:   -passes='function(simplifycfg,sroa,early-cse),print<smolly-kernel>' \
// RUN:   2>&1 | FileCheck %s --implicit-check-not='"fixed"' \
// RUN:   --implicit-check-not=may_write

#include <stdlib.h>

double on_stack(void) {
  double A[100][512];
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 512; j++)
      A[i][j] = i * j;
  double s = 0;
  for (int i = 1; i < 99; i++)
    for (int j = 0; j < 512; j++)
      s += A[i - 1][j] + A[i + 1][j];
  return s;
}
// CHECK-LABEL: "name": "on_stack"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 <= 511 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[2 + i0, i1]
// CHECK-NOT: "context"

static double G[100][512];

double in_global(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 512; j++)
      G[i][j] = i * j;
  double s = 0;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < 512; j++)
      s += G[i - 1][j];
  return s;
}
// CHECK-LABEL: "name": "in_global"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ G[i0, i1] : i0 >= 0 and 0 <= i1 <= 511 }"
// CHECK: "live_in": "{{.*}}{ G[i0, i1] : i0 >= 0 and 0 <= i1 <= 511 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> G[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> G[i0, i1]
// CHECK-NOT: "context"

double on_heap(int n) {
  double(*A)[16][32] = malloc(n * sizeof *A);
  if (!A)
    abort();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 16; j++)
      for (int k = 0; k < 32; k++)
        A[i][j][k] = i * j + k;
  double s = 0;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < 16; j++)
      for (int k = 0; k < 32; k++)
        s += A[i - 1][j - 1][k];
  free(A);
  return s;
}
// CHECK-LABEL: "name": "on_heap"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1, i2] : i0 >= 0 and 0 <= i1 <= 15 and 0 <= i2 <= 31 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1, i2]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1, i2]
// CHECK-NOT: "context"

// One dimension needs no shape.
double one_dimension(long n) {
  double *A = calloc(n + 1, sizeof *A);
  if (A == NULL)
    return -1.0;
  A[0] = 1.0;
  for (long i = 1; i <= n; i++)
    A[i] = 0.5 * A[i - 1];
  double last = A[n];
  free(A);
  return last;
}
// CHECK-LABEL: "name": "one_dimension"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0] : i0 >= 0 }"
// CHECK: "live_in": "{{.*}}{ A[i0] : i0 >= 0 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[0]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0]
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[1 + i0]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[p_0]
// CHECK-NOT: "context"

// The bound of the loop is loaded behind the first store, which is not to it.
double bound_in_memory(const int *restrict n) {
  double A[1000];
  A[0] = 1.0;
  for (int i = 1; i <= *n; i++)
    A[i] = 0.5 * A[i - 1];
  return A[*n];
}
// CHECK-LABEL: "name": "bound_in_memory"
// CHECK-NEXT: "context"
// CHECK: "extent"
// CHECK-NOT: live_in
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[0]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0]
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[1 + i0]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[p_0]
// CHECK-NOT: "context"
