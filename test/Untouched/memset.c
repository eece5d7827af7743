// Set as raw memory, all but its last byte.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
#include <string.h>
double f(long n) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is: it is accessed as raw memory (memset, memcpy) (line [[@LINE+2]])
  double *a = malloc((n + 1) * sizeof(double));
  memset(a, 1, (n + 1) * sizeof(double) - 1);
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5 + 1;
  double last = a[n];
  free(a);
  return last;
}
