// Where the loops do not run rewritten, a function's own code does, untouched: a
// call of stage() is still a call there. It is executed from the beginning, so
// that nothing may have been done before.

// RUN: %c_and_plugin -O2 -g -c %s -o %t.o -mllvm -print-after=smolly \
// RUN:   -mllvm -filter-print-funcs=quiet,returns,kept,loud,asks,twice 2>&1 \
// RUN:   | FileCheck %s
// RUN: %llvm_tools/llvm-dwarfdump --verify %t.o
// RUN: %c_and_plugin -O2 %s -o %t
// RUN: env SMOLLY_OPTIONS=count-runs %c_and_plugin -O2 %s -o %t.counted
// RUN: %t 10 > %t.small && %t.counted 10 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: %t 900000 > %t.large && %t.counted 900000 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: %clang -O2 %s -o %t.plain
// RUN: %t.plain 10 | cmp - %t.small && %t.plain 900000 | cmp - %t.large
// SMALL: smolly: 0 runs of rewritten loops
// LARGE: smolly: 7 runs of rewritten loops

#include <stdio.h>
#include <stdlib.h>

static void stage(long n, const double *from, double *to) {
  for (long i = 1; i < n; i++)
    to[i] = from[i] * 0.5 + from[i - 1];
}

#define LOOPS(A, B)                                                            \
  stage(n, in, A);                                                             \
  for (long i = 2; i < n; i++)                                                 \
    B[i] = A[i] - A[i - 1];                                                    \
  for (long i = 3; i < n; i++)                                                 \
    out[i] = B[i] * B[i - 1];

// CHECK-LABEL: void @quiet(
// CHECK: br i1 %{{.*}}, label %{{.*}}, label %[[OWN:[0-9]+]]
// CHECK: {{^}}[[OWN]]:
// CHECK: call void @stage
__attribute__((noinline)) void quiet(long n, const double *restrict in,
                                     double *restrict out) {
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
  LOOPS(a, b)
  free(a);
  free(b);
}

// CHECK-LABEL: void @returns(
// CHECK: call void @stage
__attribute__((noinline)) void returns(long n, const double *restrict in,
                                          double *restrict out) {
  if (n < 4)
    return;
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
  LOOPS(a, b)
  free(a);
  free(b);
}

// The allocation of an array that stays comes before: it is decided still
// earlier.
// CHECK-LABEL: void @kept(
// CHECK: call void @stage
__attribute__((noinline)) void kept(long n, const double *restrict in,
                                    double *restrict out) {
  double *c = malloc(n * sizeof(double));
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
  LOOPS(a, b)
  for (long i = 3; i < n; i++)
    c[i] = out[i] + in[i - 1];
  for (long i = n - 1; i > 3; i--)
    out[i] += c[n - i] * c[n / 2];
  free(a);
  free(b);
  free(c);
}

// What is printed comes behind the decision.
// CHECK-LABEL: void @loud(
// CHECK: call void @stage
__attribute__((noinline)) void loud(long n, const double *restrict in,
                                    double *restrict out) {
  printf("%ld elements\n", n);
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
  LOOPS(a, b)
  free(a);
  free(b);
}

static __attribute__((noinline)) long told(long n) {
  printf("%ld elements\n", n);
  return n - 1;
}

// Here it does not: how many elements there are is known only then.
// CHECK-LABEL: void @asks(
// CHECK-NOT: call void @stage
__attribute__((noinline)) void asks(long all, const double *restrict in,
                                    double *restrict out) {
  long n = told(all);
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
  LOOPS(a, b)
  free(a);
  free(b);
}

// Loops that may run rewritten or not, each on its own.
// CHECK-LABEL: void @twice(
// CHECK-NOT: call void @stage
__attribute__((noinline)) void twice(long n, const double *restrict in,
                                     double *restrict out) {
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
  LOOPS(a, b)
  free(a);
  free(b);
  printf("%g\n", out[n - 1]);
  double *c = malloc(n * sizeof(double)), *d = malloc(n * sizeof(double));
  LOOPS(c, d)
  free(c);
  free(d);
}

int main(int argc, char **argv) {
  long n = atol(argv[1]);
  double *in = malloc(n * sizeof(double)), *out = calloc(n, sizeof(double));
  for (long i = 0; i < n; i++)
    in[i] = i % 7;
  quiet(n, in, out);
  returns(n, in, out);
  kept(n, in, out);
  loud(n, in, out);
  asks(n, in, out);
  twice(n, in, out);
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum = sum * 0.5 + out[i];
  printf("%a\n", sum);
  free(in);
  free(out);
}
