// Gauss-Seidel steps in a plate, in one array; what the last step changed is
// wanted, too.
// category: stencils 2-d
// benchmark: in 128 128 10 60; out 2500 2500 3 1
// sizes: 0,0,0,1 1,2,2,1 2,1,1,1 7,5,3,2 19,23,4,1
// slow: to compile

#include "plate.h"

static void kernel(long n, long m, long steps, const double (*restrict in)[m],
                   double (*restrict out)[m]) {
  double (*u)[m] = malloc(n * sizeof *u);
  double (*old)[m] = malloc(n * sizeof *old);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      u[i][j] = in[i][j];
      old[i][j] = 0;
    }
  for (long t = 0; t < steps; t++) {
    for (long i = 0; i < n; i++)
      for (long j = 0; j < m; j++)
        old[i][j] = u[i][j];
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        u[i][j] = (u[i - 1][j - 1] + u[i - 1][j] + u[i - 1][j + 1] +
                   u[i][j - 1] + u[i][j] + u[i][j + 1] + u[i + 1][j - 1] +
                   u[i + 1][j] + u[i + 1][j + 1]) /
                  9;
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      out[i][j] = u[i][j] - old[i][j];
  free(u);
  free(old);
}
