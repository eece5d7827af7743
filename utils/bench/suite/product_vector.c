// y = (A B) x, with the whole product in between.
// category: linear algebra
// benchmark: in 80 1500; out 1300 1
// sizes: 0,1 1,1 2,1 7,2 30,1

#include "matrix.h"

static void kernel(long n, const double (*in)[n], double (*out)[n]) {
  double (*ab)[n] = malloc(n * sizeof *ab);
  double *y = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      ab[i][j] = 0;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        ab[i][j] += in[i][k] * in[k][j];
  for (long i = 0; i < n; i++) {
    double sum = 0;
    for (long j = 0; j < n; j++)
      sum += ab[i][j] * in[0][j];
    y[i] = sum;
  }
  for (long i = 0; i < n; i++)
    out[0][i] = y[i];
  free(ab);
  free(y);
}
