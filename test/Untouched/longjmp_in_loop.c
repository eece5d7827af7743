// A call in the loop may never come back.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
void may_jump(long);
double f(long n) {
  // CHECK: :[[@LINE+1]]:15: remark: array 'a' left as it is: {{.*}} (line
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++) {
    a[i] = a[i - 1] * 0.5;
    may_jump(i);
  }
  double last = a[n];
  free(a);
  return last;
}
