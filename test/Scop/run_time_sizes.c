// Arrays of run-time inner sizes, as pointers to variable length arrays and on
// the stack.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -disable-output \
// RUN:   -passes='function(simplifycfg,sroa,early-cse),print<smolly-kernel>' \
// RUN:   2>&1 | FileCheck %s --implicit-check-not='"fixed"' \
// RUN:   --implicit-check-not=may_write

#include <stdio.h>
#include <stdlib.h>

double width_m(int n, int m) {
  double(*A)[m] = malloc(n * sizeof *A);
  if (!A)
    return -1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      A[i][j] = i * j;
  double s = 0;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      s += A[i - 1][j - 1];
  free(A);
  return s;
}
// CHECK-LABEL: "name": "width_m"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"

// The read behind the loops belongs to the SCoP.
double width_m_plus_1(long n, long m) {
  double(*A)[m + 1] = malloc((n + 1) * sizeof *A);
  if (!A)
    return -1;
  for (long i = 0; i <= n; i++)
    A[i][0] = i;
  for (long i = 0; i <= n; i++)
    for (long j = 1; j <= m; j++)
      A[i][j] = A[i][j - 1] + 1;
  double last = A[n][m];
  free(A);
  return last;
}
// CHECK-LABEL: "name": "width_m_plus_1"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_2 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, 0]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, 1 + i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[p_0, p_1]
// CHECK-NOT: "context"

double width_2n_plus_1(int n) {
  double(*A)[n * 2 + 1] = malloc((n + 1) * sizeof *A);
  if (!A)
    return -1;
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= n; j++)
      A[i][2 * j] = i * j;
  double s = 0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      s += A[i - 1][j * 2 - 2];
  free(A);
  return s;
}
// CHECK-LABEL: "name": "width_2n_plus_1"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, 2i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, 2i1]
// CHECK-NOT: "context"

double stack_vla(long n, long m) {
  double A[n][m];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      A[i][j] = i * j;
  double s = 0;
  for (long i = 1; i < n; i++)
    for (long j = 1; j < m; j++)
      s += A[i - 1][j - 1];
  return s;
}
// CHECK-LABEL: "name": "stack_vla"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"

// In the first loop over j the row `n + 1` and the plane `w * w` are the only
// strides; the frozen width has to come from elsewhere.
double planes(long n, long steps) {
  double(*u)[n + 2][n + 2] = calloc(steps + 1, sizeof(*u));
  if (u == NULL) {
    fprintf(stderr, "out of memory\n");
    exit(EXIT_FAILURE);
  }
  for (long t = 0; t <= steps; t++) {
    for (long j = 0; j <= n + 1; j++) {
      u[t][0][j] = 1.0;
      u[t][n + 1][j] = 2.0;
    }
    for (long i = 1; i <= n; i++)
      u[t][i][0] = u[t][i][n + 1] = 3.0;
  }
  for (long t = 1; t <= steps; t++)
    for (long i = 1; i <= n; i++)
      for (long j = 1; j <= n; j++)
        u[t][i][j] = u[t - 1][i + 1][j] + u[t - 1][i][j - 1];
  double s = 0.0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      s += u[steps][i][j];
  free(u);
  return s;
}
// CHECK-LABEL: "name": "planes"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ u[i0, i1, i2] : i0 >= 0 and 0 <= i1 < p_2 and 0 <= i2 < p_2 }"
// CHECK: "live_in": "{{.*}}{ u[i0, i1, i2] : i0 >= 0 and 0 <= i1 < p_2 and 0 <= i2 < p_2 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> u[i0, 0, i1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> u[i0, 1 + p_1, i1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> u[i0, 1 + i1, 1 + p_1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> u[i0, 1 + i1, 0]
// CHECK: "kind": "read"
// CHECK-NEXT: -> u[i0, 2 + i1, 1 + i2]
// CHECK: "kind": "read"
// CHECK-NEXT: -> u[i0, 1 + i1, i2]
// CHECK: "kind": "write"
// CHECK-NEXT: -> u[1 + i0, 1 + i1, 1 + i2]
// CHECK: "kind": "read"
// CHECK-NEXT: -> u[p_0, 1 + i0, 1 + i1]
// CHECK-NOT: "context"

double four_dimensions(int a, int b, int c, int d) {
  double(*A)[b][c][d] = malloc(sizeof(double) * a * b * c * d);
  if (!A)
    abort();
  for (int i = 0; i < a; i++)
    for (int j = 0; j < b; j++)
      for (int k = 0; k < c; k++)
        for (int l = 0; l < d; l++)
          A[i][j][k][l] = i + l;
  double s = 0;
  for (int i = 1; i < a; i++)
    for (int j = 0; j < b; j++)
      for (int k = 0; k < c; k++)
        for (int l = 0; l < d; l++)
          s += A[i - 1][j][k][l];
  free(A);
  return s;
}
// CHECK-LABEL: "name": "four_dimensions"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1, i2, i3] : i0 >= 0 and 0 <= i1 < p_1 and 0 <= i2 < p_2 and 0 <= i3 < p_3 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1, i2, i3]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1, i2, i3]
// CHECK-NOT: "context"

// The width is zext(n + 3) where n might be negative.
double sign_of_width(int n) {
  double A[n + 1][n + 3];
  for (int i = 0; i <= n; i++)
    for (int j = 0; j < n + 3; j++)
      A[i][j] = i * j;
  double s = 0;
  for (int j = 0; j < n + 3; j++)
    s += A[n][j];
  return s;
}
// CHECK-LABEL: "name": "sign_of_width"
// CHECK-NEXT: "context": "{{.*}}p_2 = p_1
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[p_0, i0]
// CHECK-NOT: "context"
