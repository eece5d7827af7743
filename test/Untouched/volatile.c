// Volatile accesses stay, each of them.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
double f(long n) {
  // CHECK: :[[@LINE+1]]:24: remark: array 'a' left as it is: it has a volatile or atomic access
  volatile double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  double last = a[n];
  free((void *)a);
  return last;
}
