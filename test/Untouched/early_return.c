// The loop may be left between the write and the read of a cell.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
double f(long n, const double *x) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is: {{.*}} (line
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++) {
    a[i] = x[i];
    if (x[i] < 0) {
      free(a);
      return -1;
    }
    a[i] += a[i - 1] * 0.5;
  }
  double last = a[n];
  free(a);
  return last;
}
