// Which cell is written depends on data.
// RUN: %untouched %s | FileCheck %s
#include <stdlib.h>
int f(long n, const int *x) {
  // CHECK: :[[@LINE+1]]:12: remark: array 'a' left as it is:
  int *a = calloc(n + 1, sizeof(int));
  for (long i = 1; i <= n; i++)
    a[x[i]] += i;
  int last = a[n];
  free(a);
  return last;
}
