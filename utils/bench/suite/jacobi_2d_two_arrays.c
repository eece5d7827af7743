// Heat in a plate: from one array to another, and copied back.
// category: stencils 2-d
// benchmark: in 128 128 10 1100; out 3000 3000 6 1
// sizes: 0,0,0,1 1,2,2,1 2,1,1,1 7,5,3,2 19,23,4,1

#include "plate.h"

static void kernel(long n, long m, long steps, const double (*restrict in)[m],
                   double (*restrict out)[m]) {
  double (*u)[m] = malloc(n * sizeof *u);
  double (*v)[m] = malloc(n * sizeof *v);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      u[i][j] = in[i][j];
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        v[i][j] = 0.2 * (u[i][j] + u[i - 1][j] + u[i + 1][j] + u[i][j - 1] +
                         u[i][j + 1]);
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        u[i][j] = v[i][j];
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      out[i][j] = u[i][j];
  free(u);
  free(v);
}
