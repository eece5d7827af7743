// What a write stores: a literal, or what the same statement reads. What an array
// holds before the loops.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -disable-output \
// RUN:   -passes='function(simplifycfg,sroa,early-cse),print<smolly-kernel>' \
// RUN:   2>&1 | FileCheck %s

#include <stdlib.h>
#include <string.h>

void literals(long n, double x, double *restrict a, double *restrict b,
              float *restrict c, short *restrict d, char **restrict e) {
  for (long i = 0; i < n; i++) {
    a[2 * i] = 0.0;
    a[2 * i + 1] = 1.0;
    b[i] = -0.0;
    c[i] = 0.5f;
    d[i] = -2;
    e[i] = NULL;
    b[n + i] = x;
  }
}
// CHECK-LABEL: "name": "literals"
// CHECK-NOT: initially
// CHECK: -> a[2i0]
// CHECK-NEXT: "constant": "0"
// CHECK: -> a[1 + 2i0]
// CHECK-NEXT: "constant": "0x3ff0000000000000"
// CHECK: -> b[i0]
// CHECK-NEXT: "constant": "0x8000000000000000"
// CHECK: -> c[i0]
// CHECK-NEXT: "constant": "0x3f000000"
// CHECK: -> d[i0]
// CHECK-NEXT: "constant": "0xfffe"
// CHECK: -> e[i0]
// CHECK-NEXT: "constant": "0"
// CHECK-NOT: "constant"

void other(void);

double copies(long n, const double *restrict in) {
  double *p = calloc(n, sizeof *p);
  double *q = malloc(n * sizeof *q);
  double *r = calloc(n, sizeof *r);
  if (!p || !q || !r)
    return 0;
  memset(q, 0, n * sizeof *q);
  r[0] = n;
  other();
  for (long i = 0; i < n; i++) {
    p[i] = in[n - i];
    q[i] = r[i] + in[i];
  }
  double s = 0;
  for (long i = 1; i < n; i++)
    s += p[i] * q[i];
  free(p);
  free(q);
  free(r);
  return s;
}
// Somebody has written a number to r.
// CHECK-LABEL: "name": "copies"
// CHECK: "name": "p"
// CHECK: "initially": "0"
// CHECK: "name": "r"
// CHECK-NOT: initially
// CHECK: "name": "q"
// CHECK: "initially": "0"
// CHECK: "statements"
// CHECK: "copies": true
// CHECK: -> in[p_0 - i0]
// CHECK: -> p[i0]
// CHECK-NOT: "copies"
