// Gauss-Seidel steps in a block for a given density of charge, which is
// computed from the input first.
// category: stencils 3-d
// benchmark: in 32 32 32 10 91; out 220 220 220 3 1
// sizes: 0,0,0,0,1 1,2,2,2,1 2,1,1,1,1 7,5,6,3,2 11,9,10,4,1
// slow: to compile

#include "block.h"

static void kernel(long n, long m, long l, long steps,
                   const double (*restrict in)[m][l],
                   double (*restrict out)[m][l]) {
  double (*u)[m][l] = malloc(n * sizeof *u);
  double (*charge)[m][l] = malloc(n * sizeof *charge);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      for (long k = 0; k < l; k++) {
        charge[i][j][k] = in[i][j][k] * in[i][j][k] - 0.25;
        u[i][j][k] = 0;
      }
  for (long t = 0; t < steps; t++)
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        for (long k = 1; k < l - 1; k++)
          u[i][j][k] = (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] +
                        u[i][j + 1][k] + u[i][j][k - 1] + u[i][j][k + 1] -
                        charge[i][j][k]) /
                       6;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      for (long k = 0; k < l; k++)
        out[i][j][k] = u[i][j][k];
  free(u);
  free(charge);
}
