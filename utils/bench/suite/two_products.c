// A product of three matrices, plus a fourth one.
// category: linear algebra
// benchmark: in 80 210; out 700 1
// sizes: 0,1 1,1 2,1 7,2 30,1

#include "matrix.h"

static void kernel(long n, const double (*in)[n], double (*out)[n]) {
  double (*ab)[n] = malloc(n * sizeof *ab);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      ab[i][j] = 0;
      for (long k = 0; k < n; k++)
        ab[i][j] += 1.5 * in[i][k] * in[k][j];
    }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      out[i][j] = 1.2 * in[i][j];
      for (long k = 0; k < n; k++)
        out[i][j] += ab[i][k] * in[k][j];
    }
  free(ab);
}
