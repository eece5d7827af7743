// Arrays that are filled and never read, in shapes that LLVM is known to keep:
// nothing is left of them and of their loops. What somebody reads stays.

// RUN: %cxx_and_plugin -O2 -S -emit-llvm %s -o - -Rpass=smolly 2>&1 \
// RUN:   | FileCheck %s
// RUN: %clangxx -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=PLAIN
// RUN: env SMOLLY_OPTIONS=no-die %cxx_and_plugin -O2 -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --check-prefix=PLAIN
// RUN: env SMOLLY_OPTIONS=limit=0 %cxx_and_plugin -O2 -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --check-prefix=PLAIN

#include <cstdlib>

// CHECK-COUNT-7: removed: nobody reads it

// Scaled in place by another function.
static void scale(int *a, long n, int by) {
  for (long i = 0; i < n; i++)
    a[i] *= by;
}

// CHECK-LABEL: define {{.*}}@scaled(
// CHECK-NEXT: ret void
// PLAIN-LABEL: define {{.*}}@scaled(
// PLAIN: call {{.*}}@_Znam
extern "C" void scaled(long n, int by) {
  int *a = new int[n]();
  scale(a, n, by);
  delete[] a;
}

// Two that only feed each other.
// CHECK-LABEL: define {{.*}}@each_other(
// CHECK-NEXT: ret i32 0
// PLAIN-LABEL: define {{.*}}@each_other(
// PLAIN: store
extern "C" int each_other() {
  long a[320] = {1}, b[320] = {2};
  for (long i = 0; i < 320; i++) {
    a[i] = a[i] + b[i];
    b[i] = 1000 / (a[i] - b[i]);
  }
  return 0;
}

// The result of a product that is not returned.
// CHECK-LABEL: define {{.*}}@product(
// CHECK-NEXT: ret void
// PLAIN-LABEL: define {{.*}}@product(
// PLAIN: fmul
extern "C" void product(const float a[100][100], const int *x) {
  float y[100];
  for (int i = 0; i < 100; i++)
    y[i] = 0;
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      y[j] += a[j][i] * x[i];
}

// Sweeps over two arrays; loops that another one counts, whose values are what
// nobody reads.
// CHECK-LABEL: define {{.*}}@sweeps(
// CHECK-NEXT: ret void
// PLAIN-LABEL: define {{.*}}@sweeps(
// PLAIN: call {{.*}}@malloc
extern "C" void sweeps(long n, const double *x) {
  double *a = static_cast<double *>(malloc(n * sizeof *a));
  double *b = static_cast<double *>(malloc(n * sizeof *b));
  for (long i = 0; i < n; i++)
    a[i] = b[i] = x[i];
  for (long t = 0; t < 10; t++) {
    for (long i = 1; i < n - 1; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    for (long i = 1; i < n - 1; i++)
      a[i] = b[i];
  }
  free(a);
  free(b);
}

// Subscripts that nobody could analyse.
// CHECK-LABEL: define {{.*}}@histogram(
// CHECK-NEXT: ret void
// PLAIN-LABEL: define {{.*}}@histogram(
// PLAIN: call {{.*}}@calloc
extern "C" void histogram(long n, const unsigned char *x) {
  int *count = static_cast<int *>(calloc(256, sizeof *count));
  for (long i = 0; i < n; i++)
    count[x[i]]++;
  free(count);
}

// One value decides whether to go on.
// CHECK-LABEL: define {{.*}}@decides(
// CHECK: call {{.*}}@malloc
extern "C" void decides(long n, const double *x, double *out) {
  double *a = static_cast<double *>(malloc(n * sizeof *a));
  for (long i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  if (a[n / 2] > 1)
    out[0] = 1;
  free(a);
}

// It is given away.
// CHECK-LABEL: define {{.*}}@given(
// CHECK: store
// CHECK: ret ptr
extern "C" int *given(long n) {
  int *a = new int[n];
  for (long i = 0; i < n; i++)
    a[i] = i * i;
  return a;
}
