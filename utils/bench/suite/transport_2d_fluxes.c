// Something is carried through a plane: in each step the fluxes in both
// directions, and what the cells hold then.
// category: stencils 2-d
// benchmark: in 128 128 10 460; out 2500 2500 4 1
// sizes: 0,0,0,1 1,2,2,1 2,1,1,1 7,5,3,2 19,23,4,1

#include "plate.h"

static void kernel(long n, long m, long steps, const double (*restrict in)[m],
                   double (*restrict out)[m]) {
  double (*u)[m] = malloc(n * sizeof *u);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      u[i][j] = in[i][j];
  double (*fx)[m] = malloc(n * sizeof *fx);
  double (*fy)[m] = malloc(n * sizeof *fy);
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n; i++)
      for (long j = 0; j < m; j++)
        fx[i][j] = 0.3 * u[i - 1][j] - 0.1 * (u[i][j] - u[i - 1][j]);
    for (long i = 0; i < n; i++)
      for (long j = 1; j < m; j++)
        fy[i][j] = 0.2 * u[i][j - 1] - 0.1 * (u[i][j] - u[i][j - 1]);
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        u[i][j] =
            u[i][j] - (fx[i + 1][j] - fx[i][j]) - (fy[i][j + 1] - fy[i][j]);
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      out[i][j] = u[i][j];
  free(u);
  free(fx);
  free(fy);
}
