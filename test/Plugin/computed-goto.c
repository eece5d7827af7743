// A function that jumps to the addresses of its labels is not inlined: the
// addresses would be those of the other function's.

// RUN: %c_and_plugin -O2 -S -emit-llvm %s -o - -Rpass-missed=smolly 2>&1 \
// RUN:   | FileCheck %s

#include <stdlib.h>

static double step(const double *x, int way) {
  static void *const labels[] = {&&one, &&two};
  goto *labels[way & 1];
one:
  return x[0] * 2;
two:
  return x[0] + 1;
}

// CHECK: is passed to 'step'
double f(long n, int way) {
  double *a = malloc((n + 4) * sizeof *a), sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = i;
  for (long i = 0; i < n; i++)
    sum += step(a + i, way);
  free(a);
  return sum;
}
