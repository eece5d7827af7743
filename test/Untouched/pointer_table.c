// Rows allocated one by one.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
double f(long n) {
  // CHECK: remark: {{.*}} left as it is:
  double **a = malloc((n + 1) * sizeof(double *));
  for (long i = 0; i <= n; i++)
    a[i] = malloc((n + 1) * sizeof(double));
  for (long j = 0; j <= n; j++)
    a[0][j] = j;
  for (long i = 1; i <= n; i++)
    for (long j = 0; j <= n; j++)
      a[i][j] = a[i - 1][j] * 0.5;
  double last = a[n][n];
  for (long i = 0; i <= n; i++)
    free(a[i]);
  free(a);
  return last;
}
