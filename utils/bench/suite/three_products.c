// The product of two products of matrices, one row after another of each.
// category: linear algebra
// benchmark: in 80 510; out 800 1
// sizes: 0,1 1,1 2,1 7,2 30,1

#include "matrix.h"

/// c = a b
static void multiply(long n, const double (*a)[n], const double (*b)[n],
                     double (*c)[n]) {
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < n; j++)
      c[i][j] = 0;
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        c[i][j] += a[i][k] * b[k][j];
  }
}

static void kernel(long n, const double (*in)[n], double (*out)[n]) {
  double (*e)[n] = malloc(n * sizeof *e);
  double (*f)[n] = malloc(n * sizeof *f);
  multiply(n, in, in, e);
  multiply(n, in, (const double (*)[n])e, f);
  multiply(n, (const double (*)[n])e, (const double (*)[n])f, out);
  free(e);
  free(f);
}
