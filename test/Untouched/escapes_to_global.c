// The address is stored where everybody can read it.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
double *seen;
double f(long n) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is: it has its address stored in memory (line [[@LINE+3]])
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  seen = a;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  double last = a[n];
  free(a);
  return last;
}
