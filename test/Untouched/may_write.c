// Which cell is written depends on data.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
double f(long n, const double *x) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is:
  double *a = malloc((n + 1) * sizeof(double));
  for (long i = 0; i <= n; i++)
    a[i] = 1;
  for (long i = 1; i <= n; i++)
    if (x[i] > 0)
      a[i] = a[i - 1] * 0.5;
    else
      a[i - 1] = x[i];
  double last = a[n];
  free(a);
  return last;
}
