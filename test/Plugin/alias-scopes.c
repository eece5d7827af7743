// What restrict says of one call does not become something about all calls in a
// loop: declarations of scopes are where they were, in the loop that was left as
// it is. There are two of those, behind the rewritten loops and the original
// ones.
// RUN: %c_and_plugin -O2 -S -emit-llvm -o - %s | FileCheck %s
#include <stdlib.h>

static void step(const double *restrict from, double *restrict to) {
  for (long i = 1; i < 3; i++)
    to[i] = from[i - 1] + from[i + 1];
}

// CHECK-LABEL: @steps(
// CHECK-COUNT-4: call void @llvm.experimental.noalias.scope.decl(
double steps(long n, const double *in, double *out, const long *rows) {
  double *c = malloc(n * sizeof *c), *h = malloc(n * sizeof *h);
  for (long i = 0; i < n; i++)
    c[i] = in[i] + 1;
  for (long i = 0; i < n; i++)
    h[i] = c[i] * 2;
  for (long t = 0; rows[t]; t++)
    step(h + rows[t], h + rows[t + 1]);
  double last = h[n - 1];
  free(c);
  free(h);
  return last;
}
