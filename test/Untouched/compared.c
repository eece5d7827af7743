// Its address matters.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
double f(long n, double *other) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is: it has its address compared (line [[@LINE+5]])
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  double last = a < other ? a[n] : 0;
  free(a);
  return last;
}
