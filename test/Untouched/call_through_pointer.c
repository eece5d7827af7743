// The function that gets the array is not known.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
double f(long n, void (*look)(double *)) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is: it is passed to a function through a pointer
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  look(a);
  double last = a[n];
  free(a);
  return last;
}
