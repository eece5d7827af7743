// Its address is a number.
// RUN: %untouched %s | FileCheck %s
#include <stdint.h>
#include <stdlib.h>
double f(long n) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is: it has its address used
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  double last = a[n] + (uintptr_t)a % 64;
  free(a);
  return last;
}
