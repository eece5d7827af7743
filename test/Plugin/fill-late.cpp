// Vectors in a loop over time, whose elements are zero at first: only the original
// loops need that. Where rewritten ones run, no memory is touched for it.

// RUN: %cxx_and_plugin -O2 -S -emit-llvm %s -o - \
// RUN: | sed -n '/define.*@_Z6smooth/,/^}/p' | FileCheck %s
// CHECK: invoke {{.*}}@_Znwm
// CHECK-NOT: memset
// CHECK: invoke {{.*}}@_Znwm
// CHECK-NOT: memset
// CHECK: invoke {{.*}}@_Znwm
// CHECK-NOT: memset
// CHECK: invoke {{.*}}@_Znwm
// In the original loops:
// CHECK: memset
// CHECK: memset
// CHECK: memset
#include <vector>

struct Grid {
  Grid(long h, long w) : h(h), w(w), values(h * w) {}
  long h, w;
  std::vector<double> values;
};

static Grid operator+(const Grid &a, const Grid &b) {
  Grid result(a.h, a.w);
  for (long i = 0; i < a.h * a.w; i++)
    result.values[i] = a.values[i] + b.values[i];
  return result;
}

static Grid operator*(double by, const Grid &a) {
  Grid result(a.h, a.w);
  for (long i = 0; i < a.h * a.w; i++)
    result.values[i] = by * a.values[i];
  return result;
}

double smooth(long steps, long h, long w, double first);
double smooth(long steps, long h, long w, double first) {
  Grid u(h, w);
  for (long i = 0; i < h * w; i++)
    u.values[i] = first * i;
  for (long step = 0; step < steps; step++)
    u = 0.25 * u + 0.125 * (2 * u);
  return u.values[h * w / 2];
}
