// Nor are atomic accesses touched.
// RUN: %untouched %s | FileCheck %s
double f(long n) {
  // CHECK: remark: array 'a' left as it is: it has a volatile or atomic access
  long *a = new long[n + 1];
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    __atomic_store_n(&a[i], a[i - 1] * 3, __ATOMIC_RELAXED);
  long last = a[n];
  delete[] a;
  return last;
}
