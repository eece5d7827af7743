// The product of a vector with a scaled matrix, and of that with the transposed
// matrix.
// category: linear algebra
// benchmark: in 128 5200; out 4000 1
// sizes: 0,1 1,1 2,1 7,2 30,1

#include "matrix.h"

static void kernel(long n, const double (*in)[n], double (*out)[n]) {
  double (*a)[n] = malloc(n * sizeof *a);
  double *ax = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i][j] = in[i][j] / (double)n;
  for (long i = 0; i < n; i++) {
    ax[i] = 0;
    for (long j = 0; j < n; j++)
      ax[i] += a[i][j] * in[0][j];
  }
  for (long j = 0; j < n; j++)
    out[0][j] = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      out[0][j] += a[i][j] * ax[i];
  free(a);
  free(ax);
}
