// The same wave with all moments kept in one array, and every moment's value at
// one point added up.
// category: stencils 2-d
// benchmark: in 64 64 30 1100; out 1000 1000 50 1
// sizes: 0,0,0,1 1,2,2,1 2,1,1,1 7,5,3,2 19,23,4,1
// slow: to compile

#include "plate.h"

static void kernel(long n, long m, long steps, const double (*restrict in)[m],
                   double (*restrict out)[m]) {
  double (*u)[n][m] = malloc((steps + 2) * sizeof *u);
  for (long t = 0; t < steps + 2; t++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j < m; j++)
        u[t][i][j] = t < 2 ? in[i][j] : 0;
  for (long t = 2; t < steps + 2; t++)
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        u[t][i][j] = 2 * u[t - 1][i][j] - u[t - 2][i][j] +
                     0.2 * (u[t - 1][i - 1][j] + u[t - 1][i + 1][j] +
                            u[t - 1][i][j - 1] + u[t - 1][i][j + 1] -
                            4 * u[t - 1][i][j]);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      out[i][j] = u[steps + 1][i][j];
  free(u);
}
