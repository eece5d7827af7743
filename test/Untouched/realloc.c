// realloc takes the array away and gives another.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
double f(long n) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is:
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  a = realloc(a, (2 * n + 1) * sizeof(double));
  double last = a[n];
  free(a);
  return last;
}
