// Somebody else has seen the array and may look again at any time.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
void remember(double *);
double f(long n) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is: it is passed to 'remember' (line [[@LINE+2]])
  double *a = malloc((n + 1) * sizeof(double));
  remember(a);
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  double last = a[n];
  free(a);
  return last;
}
