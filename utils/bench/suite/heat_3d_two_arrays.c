// Heat in a block, from one array to another and back; what is outside of the
// block stays as it is.
// category: stencils 3-d
// benchmark: in 32 32 32 10 160; out 220 220 220 3 1
// sizes: 0,0,0,0,1 1,2,2,2,1 2,1,1,1,1 7,5,6,3,2 11,9,10,4,1
// slow: to compile

#include "block.h"

static void kernel(long n, long m, long l, long steps,
                   const double (*restrict in)[m][l],
                   double (*restrict out)[m][l]) {
  double (*u)[m][l] = malloc(n * sizeof *u);
  double (*v)[m][l] = malloc(n * sizeof *v);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      for (long k = 0; k < l; k++) {
        u[i][j][k] = in[i][j][k];
        v[i][j][k] = in[i][j][k];
      }
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        for (long k = 1; k < l - 1; k++)
          v[i][j][k] = 0.4 * u[i][j][k] +
                       0.1 * (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] +
                              u[i][j + 1][k] + u[i][j][k - 1] + u[i][j][k + 1]);
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        for (long k = 1; k < l - 1; k++)
          u[i][j][k] = 0.4 * v[i][j][k] +
                       0.1 * (v[i - 1][j][k] + v[i + 1][j][k] + v[i][j - 1][k] +
                              v[i][j + 1][k] + v[i][j][k - 1] + v[i][j][k + 1]);
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      for (long k = 0; k < l; k++)
        out[i][j][k] = u[i][j][k];
  free(u);
  free(v);
}
