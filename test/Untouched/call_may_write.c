// A call in the loop may write the array.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
void correct(double *, long);
double f(long n) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is: it is passed to 'correct' (line [[@LINE+5]])
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++) {
    a[i] = a[i - 1] * 0.5;
    correct(a, i);
  }
  double last = a[n];
  free(a);
  return last;
}
