// Covariances of the columns of a table: their means, the table without them,
// and the products of all pairs.
// category: linear algebra
// benchmark: in 80 860; out 1300 1
// sizes: 0,1 1,1 2,1 7,2 30,1

#include "matrix.h"

static void kernel(long n, const double (*in)[n], double (*out)[n]) {
  double *mean = malloc(n * sizeof(double));
  double (*centred)[n] = malloc(n * sizeof *centred);
  for (long j = 0; j < n; j++)
    mean[j] = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      mean[j] += in[i][j];
  for (long j = 0; j < n; j++)
    mean[j] /= (double)n;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      centred[i][j] = in[i][j] - mean[j];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      out[i][j] = 0;
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
        out[i][j] += centred[k][i] * centred[k][j];
  free(mean);
  free(centred);
}
