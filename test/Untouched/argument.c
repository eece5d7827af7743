// The caller's arrays are the caller's.
// RUN: %untouched %s | FileCheck %s --allow-empty
// CHECK-NOT: remark
double f(long n, double *restrict a) {
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  return a[n];
}
