// Rows of different lengths, allocated one by one.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
double f(long n) {
  // CHECK: remark: {{.*}} left as it is:
  double **a = malloc((n + 1) * sizeof(double *));
  for (long i = 0; i <= n; i++)
    a[i] = malloc((i + 1) * sizeof(double));
  a[0][0] = n;
  for (long i = 1; i <= n; i++) {
    a[i][i] = i;
    for (long j = 0; j < i; j++)
      a[i][j] = a[i - 1][j] * 0.5;
  }
  double last = a[n][n];
  for (long i = 0; i <= n; i++)
    free(a[i]);
  free(a);
  return last;
}
