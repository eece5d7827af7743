// After the loop the array is read through another pointer, one of two.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
double f(long n, int which, double *other) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is: it is accessed through a pointer that may be another array's
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  double *p = which ? a : other;
  double last = p[n / 2];
  free(a);
  return last;
}
