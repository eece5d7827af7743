// Heat in a plate, with all moments kept and a border that stays; eight
// neighbours.
// category: stencils 2-d
// benchmark: in 64 64 30 920; out 1000 1000 50 1
// sizes: 0,0,0,1 1,2,2,1 2,1,1,1 7,5,3,2 19,23,4,1

#include "plate.h"

static void kernel(long n, long m, long steps, const double (*restrict in)[m],
                   double (*restrict out)[m]) {
  double (*u)[n][m] = malloc((steps + 1) * sizeof *u);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      u[0][i][j] = in[i][j];
  for (long t = 1; t <= steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        u[t][i][j] = 0.25 * u[t - 1][i][j] +
                     0.125 * (u[t - 1][i - 1][j] + u[t - 1][i + 1][j] +
                              u[t - 1][i][j - 1] + u[t - 1][i][j + 1]) +
                     0.0625 * (u[t - 1][i - 1][j - 1] + u[t - 1][i - 1][j + 1] +
                               u[t - 1][i + 1][j - 1] + u[t - 1][i + 1][j + 1]);
    for (long i = 0; i < n; i++) {
      u[t][i][0] = u[t - 1][i][0];
      u[t][i][m - 1] = u[t - 1][i][m - 1];
    }
    for (long j = 0; j < m; j++) {
      u[t][0][j] = u[t - 1][0][j];
      u[t][n - 1][j] = u[t - 1][n - 1][j];
    }
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      out[i][j] = u[steps][i][j];
  free(u);
}
