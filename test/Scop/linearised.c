// Indices that the program computes itself.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -disable-output \
// RUN:   -passes='function(simplifycfg,sroa,early-cse),print<smolly-kernel>' \
// RUN:   2>&1 | FileCheck %s --implicit-check-not='"fixed"' \
// RUN:   --implicit-check-not=may_write

#include <stdio.h>
#include <stdlib.h>

#define ROWS(NAME, TYPE)                                                       \
  double NAME(TYPE h, TYPE w) {                                                \
    double *A = malloc(sizeof(double) * h * w);                                \
    if (!A) {                                                                  \
      fprintf(stderr, "no memory\n");                                          \
      exit(1);                                                                 \
    }                                                                          \
    for (TYPE y = 0; y < h; y++)                                               \
      for (TYPE x = 0; x < w; x++)                                             \
        A[y * w + x] = x + y;                                                  \
    double s = 0;                                                              \
    for (TYPE y = 1; y < h; y++)                                               \
      for (TYPE x = 0; x < w; x++)                                             \
        s += A[(y - 1) * w + x];                                               \
    free(A);                                                                   \
    return s;                                                                  \
  }

ROWS(with_int, int)
// CHECK-LABEL: "name": "with_int"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"

ROWS(with_long, long)
// CHECK-LABEL: "name": "with_long"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"

ROWS(with_size_t, size_t)
// CHECK-LABEL: "name": "with_size_t"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"

// Reassociation makes `(i * b + j) * c` of some of these.
double three_dimensions(int a, int b, int c) {
  double *A = malloc(sizeof(double) * a * b * c);
  if (!A)
    abort();
  for (int i = 0; i < a; i++)
    for (int j = 0; j < b; j++)
      for (int k = 0; k < c; k++)
        A[(i * b + j) * c + k] = i + k;
  double s = 0;
  for (int i = 1; i < a; i++)
    for (int j = 0; j < b; j++)
      for (int k = 0; k < c; k++)
        s += A[i * b * c + j * c + k] - A[(i - 1) * b * c + j * c + k];
  free(A);
  return s;
}
// CHECK-LABEL: "name": "three_dimensions"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1, i2] : i0 >= 0 and 0 <= i1 < p_1 and 0 <= i2 < p_2 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1, i2]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[1 + i0, i1, i2]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1, i2]
// CHECK-NOT: "context"

double row_pointers(long h, long w) {
  double *A = malloc(sizeof(double) * h * w);
  if (!A)
    exit(2);
  for (long i = 0; i < h; i++) {
    double *row = A + i * w;
    for (long j = 0; j < w; j++)
      row[j] = i;
  }
  double s = 0;
  for (long i = 1; i < h; i++) {
    double *above = &A[(i - 1) * w], *row = above + w;
    for (long j = 0; j < w; j++)
      s += above[j] * row[j];
  }
  free(A);
  return s;
}
// CHECK-LABEL: "name": "row_pointers"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[1 + i0, i1]
// CHECK-NOT: "context"

double history(int n, int steps) {
  double *u = malloc((size_t)(steps + 1) * (n + 2) * sizeof(double));
  if (u == NULL) {
    perror("malloc");
    exit(EXIT_FAILURE);
  }
  int w = n + 2;
  for (int i = 0; i < w; i++)
    u[i] = i == w / 2 ? 1.0 : 0.0;
  for (int t = 1; t <= steps; t++) {
    u[t * w] = 0;
    u[t * w + n + 1] = 0;
    for (int i = 1; i <= n; i++)
      u[t * w + i] = 0.5 * u[(t - 1) * w + i] +
                     0.25 * (u[(t - 1) * w + i - 1] + u[(t - 1) * w + i + 1]);
  }
  double most = 0;
  for (int i = 1; i <= n; i++)
    if (u[steps * w + i] > most)
      most = u[steps * w + i];
  free(u);
  return most;
}
// CHECK-LABEL: "name": "history"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ u[i0, i1] : i0 >= 0 and 0 <= i1 < p_2 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> u[0, i0]
// CHECK: "kind": "write"
// CHECK-NEXT: -> u[1 + i0, 0]
// CHECK: "kind": "write"
// CHECK-NEXT: -> u[1 + i0, 1 + p_0]
// CHECK: "kind": "read"
// CHECK-NEXT: -> u[i0, 1 + i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> u[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> u[i0, 2 + i1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> u[1 + i0, 1 + i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> u[p_1, 1 + i0]
// CHECK-NOT: "context"

struct Dims {
  long rows, cols;
};

double sizes_in_memory(const struct Dims *d) {
  double *A = malloc(sizeof(double) * d->rows * d->cols);
  if (!A)
    exit(2);
  for (long i = 0; i < d->rows; i++)
    for (long j = 0; j < d->cols; j++)
      A[i * d->cols + j] = i;
  double s = 0;
  for (long i = 1; i < d->rows; i++)
    for (long j = 0; j < d->cols; j++)
      s += A[(i - 1) * d->cols + j];
  free(A);
  return s;
}
// CHECK-LABEL: "name": "sizes_in_memory"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"

double corner(long n, long w) {
  double *A = malloc(sizeof(double) * (n + 1) * w);
  if (!A)
    exit(2);
  for (long i = 0; i <= n; i++)
    for (long j = 0; j < w; j++)
      A[i * w + j] = i;
  double s = A[n * w + n];
  free(A);
  return s;
}
// CHECK-LABEL: "name": "corner"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[p_0, p_0]
// CHECK-NOT: "context"
