// Two updates of rank one, a product with the transposed matrix, and one with
// the matrix (BLAS's gemver).
// category: linear algebra
// benchmark: in 128 6700; out 4000 1
// sizes: 0,1 1,1 2,1 7,2 30,1

#include "matrix.h"

static void kernel(long n, const double (*in)[n], double (*out)[n]) {
  double (*a)[n] = malloc(n * sizeof *a);
  double *x = malloc(n * sizeof(double));
  double *y = malloc(n * sizeof(double));
  double *w = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i][j] =
          in[i][j] + in[0][i] * in[n - 1][j] + in[n / 2][i] * in[n / 3][j];
  for (long i = 0; i < n; i++)
    x[i] = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      x[j] = x[j] + 0.1 * a[i][j] * in[n / 4][i];
  for (long i = 0; i < n; i++)
    y[i] = x[i] + in[n / 5][i];
  for (long i = 0; i < n; i++) {
    w[i] = 0;
    for (long j = 0; j < n; j++)
      w[i] = w[i] + 0.01 * a[i][j] * y[j];
  }
  for (long i = 0; i < n; i++)
    out[0][i] = w[i];
  free(a);
  free(x);
  free(y);
  free(w);
}
