// Heat in a block, with all moments kept.
// category: stencils 3-d
// benchmark: in 20 20 20 30 510; out 100 100 100 50 1
// sizes: 0,0,0,0,1 1,2,2,2,1 2,1,1,1,1 7,5,6,3,2 11,9,10,4,1
// slow: to compile

#include "block.h"

static void kernel(long n, long m, long l, long steps,
                   const double (*restrict in)[m][l],
                   double (*restrict out)[m][l]) {
  double (*u)[n][m][l] = malloc((steps + 1) * sizeof *u);
  for (long t = 0; t <= steps; t++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j < m; j++)
        for (long k = 0; k < l; k++)
          u[t][i][j][k] = in[i][j][k];
  for (long t = 1; t <= steps; t++)
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        for (long k = 1; k < l - 1; k++)
          u[t][i][j][k] = 0.4 * u[t - 1][i][j][k] +
                          0.1 * (u[t - 1][i - 1][j][k] + u[t - 1][i + 1][j][k] +
                                 u[t - 1][i][j - 1][k] + u[t - 1][i][j + 1][k] +
                                 u[t - 1][i][j][k - 1] + u[t - 1][i][j][k + 1]);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      for (long k = 0; k < l; k++)
        out[i][j][k] = u[steps][i][j][k];
  free(u);
}
