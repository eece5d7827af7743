// `i * w + i` is `i * (w + 1)` to everybody but the author.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -disable-output \
// RUN:   -passes='function(simplifycfg,sroa,early-cse),print<smolly-kernel>' \
// RUN:   2>&1 | FileCheck %s --implicit-check-not='"fixed"' \
// RUN:   --implicit-check-not=may_write

#include <stdio.h>
#include <stdlib.h>

unsigned diagonal(long n) {
  unsigned *A = malloc((n + 2) * (n + 2) * sizeof(unsigned));
  if (!A)
    exit(1);
  long w = n + 2;
  for (long i = 0; i < w; i++)
    A[i * w + i] = i;
  for (long i = n; i >= 0; i--)
    for (long j = i + 1; j < w; j++)
      A[i * w + j] = A[(i + 1) * w + j] + 3 * A[i * w + j - 1];
  unsigned first = A[n + 1];
  free(A);
  return first;
}
// CHECK-LABEL: "name": "diagonal"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i0]
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[p_0 - i0, 1 + p_0 - i0 + i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[0, 1 + p_0]
// CHECK-NOT: "context"

double antidiagonal(int n) {
  int w = n + 1;
  double *A = malloc(sizeof(double) * w * w);
  if (!A)
    exit(1);
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= n; j++)
      A[i * w + j] = i - j;
  double s = 0;
  for (int i = 0; i <= n; i++)
    s += A[i * w + n - i];
  free(A);
  return s;
}
// CHECK-LABEL: "name": "antidiagonal"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, p_0 - i0]
// CHECK-NOT: "context"

// `n * (n + 2)`: both factors differ from the width by 1.
double last_cell(long n) {
  long w = n + 1;
  double *A = malloc(sizeof(double) * w * w);
  if (!A)
    exit(1);
  for (long i = 0; i <= n; i++)
    A[i * w] = i;
  for (long i = 0; i <= n; i++)
    for (long j = 1; j <= n; j++)
      A[i * w + j] = A[i * w + j - 1] + 1;
  double last = A[n * w + n];
  free(A);
  return last;
}
// CHECK-LABEL: "name": "last_cell"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, 1 + i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[p_0, p_0]
// CHECK-NOT: "context"

// Two widths, neither of which is the other one and a slope.
double near_widths(long n, long m) {
  double(*A)[n + 1][n + 2] = malloc(m * sizeof *A);
  if (!A)
    exit(1);
  for (long t = 0; t < m; t++)
    for (long i = 0; i <= n; i++)
      for (long j = 0; j <= n; j++)
        A[t][i][j] = t + i - j;
  double s = 0;
  for (long t = 1; t < m; t++)
    for (long i = 0; i <= n; i++)
      s += A[t - 1][i][i];
  free(A);
  return s;
}
// CHECK-LABEL: "name": "near_widths"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1, i2] : i0 >= 0 and 0 <= i1 < p_2 and 0 <= i2 < p_3 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1, i2]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1, i1]
// CHECK-NOT: "context"
