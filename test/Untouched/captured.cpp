// A lambda that is not inlined holds the array's address.
// RUN: %untouched %s | FileCheck %s
#include <functional>
double f(long n, void (*use)(const std::function<double(long)> &)) {
  // CHECK: remark: array 'a' left as it is:
  double *a = new double[n + 1];
  std::function<double(long)> look = [=](long i) { return a[i]; };
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5;
  use(look);
  double last = a[n];
  delete[] a;
  return last;
}
