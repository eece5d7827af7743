// A function that may return a second time.
// RUN: %untouched %s | FileCheck %s
#include <setjmp.h>
#include <stdlib.h>
jmp_buf back;
double f(long n) {
  // CHECK: remark: arrays left as they are: the function calls setjmp or the like
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  if (setjmp(back))
    return a[n];
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  double last = a[n];
  free(a);
  return last;
}
