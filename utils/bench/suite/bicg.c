// What the biconjugate gradient method needs: a product with a matrix and one
// with the transposed matrix, and the residuals of both.
// category: linear algebra
// benchmark: in 128 5700; out 4000 1
// sizes: 0,1 1,1 2,1 7,2 30,1

#include "matrix.h"

static void kernel(long n, const double (*in)[n], double (*out)[n]) {
  double (*scaled)[n] = malloc(n * sizeof *scaled);
  double *q = malloc(n * sizeof(double));
  double *s = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      scaled[i][j] = in[i][j] * (i == j ? 2 : 0.5);
  for (long j = 0; j < n; j++)
    s[j] = 0;
  for (long i = 0; i < n; i++) {
    q[i] = 0;
    for (long j = 0; j < n; j++) {
      s[j] += in[0][i] * scaled[i][j];
      q[i] += scaled[i][j] * in[n - 1][j];
    }
  }
  for (long i = 0; i < n; i++)
    out[0][i] = in[n / 2][i] - 0.1 * q[i];
  for (long i = 0; i < n; i++)
    out[n - 1][i] = in[n / 2][i] - 0.1 * s[i];
  free(scaled);
  free(q);
  free(s);
}
