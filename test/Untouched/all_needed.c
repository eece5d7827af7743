// Every value is needed to the end.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
double f(long n) {
  // CHECK: remark: array 'a' left as it is: nearly all of its values are needed at one time
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5 + i;
  double sum = 0;
  for (long i = 0; i <= n; i++)
    sum += a[i] * a[n - i];
  free(a);
  return sum;
}
