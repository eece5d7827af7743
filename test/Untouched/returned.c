// The caller gets the array.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
double *f(long n) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is: it is returned (line [[@LINE+5]])
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  return a;
}
