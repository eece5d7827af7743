// Two pointers that are exchanged after each step.
// RUN: %untouched %s | FileCheck %s
// CHECK: left as it is: it is accessed through a pointer that may be another array's
// CHECK: left as it is: it is accessed through a pointer that may be another array's
#include <stdlib.h>
double f(long n, long steps) {
  double *a = malloc((n + 2) * sizeof(double));
  double *b = malloc((n + 2) * sizeof(double));
  for (long i = 0; i < n + 2; i++)
    a[i] = b[i] = i;
  double *from = a, *to = b;
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i <= n; i++)
      to[i] = from[i - 1] + from[i + 1];
    double *swap = from;
    from = to;
    to = swap;
  }
  double last = from[n];
  free(a);
  free(b);
  return last;
}
