// Sanitizers watch every access of the original arrays.
// RUN: %untouched %s -fsanitize=address | FileCheck %s
// RUN: %untouched %s -fsanitize=thread | FileCheck %s
// RUN: %untouched %s -fsanitize=memory | FileCheck %s
// RUN: %untouched %s -fsanitize=hwaddress | FileCheck %s
// CHECK: remark: arrays left as they are: the function is compiled with a sanitizer
#include <stdlib.h>
double f(long n) {
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  double last = a[n];
  free(a);
  return last;
}
