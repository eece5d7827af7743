// The programmer asks to be left alone.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
__attribute__((annotate("smolly.off"))) double f(long n) {
  // CHECK: :[[@LINE-1]]:1: remark: arrays left as they are: the function is annotated smolly.off
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  double last = a[n];
  free(a);
  return last;
}
