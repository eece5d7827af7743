// The array is copied as raw memory, with half of an element.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
#include <string.h>
double f(long n, double *copy) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is: it is accessed as raw memory (memset, memcpy) (line [[@LINE+5]])
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  memcpy(copy, a, n * sizeof(double) + 4);
  double last = a[n];
  free(a);
  return last;
}
