// The rows of a matrix are made orthogonal to each other and of length one
// (Gram and Schmidt).
// category: linear algebra
// benchmark: in 80 480; out 1100 1
// sizes: 0,1 1,1 2,1 7,2 30,1

#include "matrix.h"

static void kernel(long n, const double (*in)[n], double (*out)[n]) {
  double (*q)[n] = malloc(n * sizeof *q);
  double (*r)[n] = malloc(n * sizeof *r);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      q[i][j] = in[i][j] + (i == j ? 1 : 0);
  for (long k = 0; k < n; k++) {
    double length = 0;
    for (long j = 0; j < n; j++)
      length += q[k][j] * q[k][j];
    r[k][k] = sqrt(length);
    for (long j = 0; j < n; j++)
      q[k][j] = q[k][j] / r[k][k];
    for (long i = k + 1; i < n; i++) {
      r[k][i] = 0;
      for (long j = 0; j < n; j++)
        r[k][i] += q[k][j] * q[i][j];
      for (long j = 0; j < n; j++)
        q[i][j] -= q[k][j] * r[k][i];
    }
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      out[i][j] = q[i][j];
  free(q);
  free(r);
}
