// Heat in a rod, with all moments kept in a table.
// category: stencils 1-d
// benchmark: in 2000 40 4000; out 1000000 60 1
// sizes: 1,0,1 1,2,1 2,1,1 7,3,2 64,9,1

#include "rod.h"

static void kernel(long n, long steps, const double *in, double *out) {
  if (n < 1)
    return;
  double (*u)[n] = malloc((steps + 1) * sizeof *u);
  for (long i = 0; i < n; i++)
    u[0][i] = in[i];
  for (long t = 1; t <= steps; t++) {
    u[t][0] = u[t - 1][0];
    for (long i = 1; i < n - 1; i++)
      u[t][i] = 0.5 * u[t - 1][i] + 0.25 * (u[t - 1][i - 1] + u[t - 1][i + 1]);
    u[t][n - 1] = u[t - 1][n - 1];
  }
  for (long i = 0; i < n; i++)
    out[i] = u[steps][i];
  free(u);
}
