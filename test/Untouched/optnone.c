// Not to be optimised at all; nothing is said about it either.
// RUN: %untouched %s | FileCheck %s --allow-empty
// CHECK-NOT: remark
#include <stdlib.h>
__attribute__((optnone, noinline)) double f(long n) {
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  double last = a[n];
  free(a);
  return last;
}
