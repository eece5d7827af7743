// Loops, conditions and allocations as people write them.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -disable-output \
// RUN:   -passes='function(simplifycfg,sroa,early-cse),print<smolly-kernel>' \
// RUN:   2>&1 | FileCheck %s --implicit-check-not='"fixed"' \
// RUN:   --implicit-check-not=may_write

#include <stdlib.h>

double downward(long n, long m) {
  double(*A)[m] = malloc(n * sizeof *A);
  if (!A)
    return -1;
  for (long i = n - 1; i >= 0; i--)
    for (long j = m - 1; j >= 0; j--)
      A[i][j] = i * j;
  double s = 0;
  for (long i = n - 2; i > 0; --i)
    for (long j = 0; j < m; j++)
      s += A[i + 1][j];
  free(A);
  return s;
}
// CHECK-LABEL: "name": "downward"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[-1 + p_0 - i0, -1 + p_1 - i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[-1 + p_0 - i0, i1]
// CHECK-NOT: "context"

double triangular(int n) {
  double *A = malloc(sizeof(double) * n * n);
  if (!A)
    return -1;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++)
      A[i * n + j] = i * j;
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      s += A[j * n + i];
  free(A);
  return s;
}
// CHECK-LABEL: "name": "triangular"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_0 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i0 + i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i1, i0]
// CHECK-NOT: "context"

// The two frees in different orders must not become `free(phi(A, B))`.
double conditions(int n, int m) {
  double(*A)[m] = calloc(n, sizeof *A);
  double *B = malloc(m * sizeof *B);
  if (!A || !B) {
    free(A);
    free(B);
    return -1;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double left = j > 0 ? A[i][j - 1] : 0.0;
      double above = 0;
      if (i > 0)
        above = A[i - 1][j];
      A[i][j] = left + above + 1;
    }
  for (int j = 0; j < m; j++)
    B[j] = A[n - 1][j];
  double s = 0;
  for (int j = 0; j < m; j++)
    s += B[j];
  free(B);
  free(A);
  return s;
}
// CHECK-LABEL: "name": "conditions"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "live_in": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "extent": "{{.*}}{ B[i0] : i0 >= 0 }"
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, -1 + i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[-1 + i0, i1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[-1 + p_0, i0]
// CHECK: "kind": "write"
// CHECK-NEXT: -> B[i0]
// CHECK: "kind": "read"
// CHECK-NEXT: -> B[i0]
// CHECK-NOT: "context"

// Three null checks in one condition, two stages in one loop.
double stages(long h, long w) {
  float(*in)[w] = malloc(h * sizeof(*in));
  float(*mid)[w] = malloc(h * sizeof(*mid));
  float(*out)[w] = malloc(h * sizeof(*out));
  if (in == NULL || mid == NULL || out == NULL) {
    free(in);
    free(mid);
    free(out);
    return -1.0;
  }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      in[y][x] = x + y;
  for (long y = 0; y < h; y++) {
    for (long x = 0; x < w - 1; x++)
      mid[y][x] = in[y][x] + in[y][x + 1];
    if (y >= 1)
      for (long x = 0; x < w - 1; x++)
        out[y - 1][x] = mid[y - 1][x] + mid[y][x];
  }
  double sum = 0.0;
  for (long y = 0; y < h - 1; y++)
    for (long x = 0; x < w - 1; x++)
      sum += out[y][x];
  free(in);
  free(mid);
  free(out);
  return sum;
}
// CHECK-LABEL: "name": "stages"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ in[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "extent": "{{.*}}{ mid[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "extent": "{{.*}}{ out[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> in[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> in[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> in[i0, 1 + i1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> mid[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> mid[-1 + i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> mid[i0, i1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> out[-1 + i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> out[i0, i1]
// CHECK-NOT: "context"

// `j < i - 1` might overflow where `i > 1` is not asked first.
double asked_in_turn(int n) {
  double *A = malloc(sizeof(double) * (n + 1) * (n + 1));
  if (!A)
    return -1;
  int w = n + 1;
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= i; j++)
      if (i < 2 || j == 0 || j >= i - 1)
        A[i * w + j] = i + j;
      else
        A[i * w + j] = A[(i - 2) * w + j - 1];
  double last = A[n * w + n];
  free(A);
  return last;
}
// CHECK-LABEL: "name": "asked_in_turn"
// CHECK-NEXT: "context"
// CHECK: S0[i0, i1] : i0 <= p_0 and 0 < i1 <= -2 + i0
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[-2 + i0, -1 + i1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[p_0, p_0]
// CHECK-NOT: "context"

// The condition of a tile's loop becomes one bound.
double tiles(long n) {
  double *A = malloc((n + 1) * sizeof *A);
  if (!A)
    return -1;
  A[0] = 1;
  for (long ii = 1; ii <= n; ii += 8)
    for (long i = ii; i < ii + 8 && i <= n; i++)
      A[i] = A[i - 1] * 0.5 + i;
  double last = A[n];
  free(A);
  return last;
}
// CHECK-LABEL: "name": "tiles"
// CHECK: "domain": "{{.*}} S1[i0, i1] : i0 >= 0 and 0 <= i1 <= 7 and i1 < p_0 - 8i0 }"
// CHECK-NOT: "context"

// Without elements in front of the array, all that is read was written.
double written(long n) {
  double *A = malloc((n + 2) * sizeof *A);
  if (!A)
    return -1;
  for (long i = 0; i < n + 2; i++)
    A[i] = i;
  double last = A[n + 1];
  free(A);
  return last;
}
// CHECK-LABEL: "name": "written"
// CHECK-NEXT: "context": "{{.*}} p_0 >= -1 }"
