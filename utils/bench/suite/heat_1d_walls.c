// Heat in a rod with walls that let none through, all moments kept in a table.
// category: stencils 1-d
// benchmark: in 2000 40 4000; out 1000000 60 1
// sizes: 1,0,1 1,2,1 2,1,1 7,3,2 64,9,1

#include "rod.h"

static void kernel(long n, long steps, const double *in, double *out) {
  double (*u)[n] = malloc((steps + 1) * sizeof *u);
  for (long i = 0; i < n; i++)
    u[0][i] = in[i];
  for (long t = 1; t <= steps; t++)
    for (long i = 0; i < n; i++) {
      double left = i > 0 && in[i - 1] < 0.9 ? u[t - 1][i - 1] : u[t - 1][i];
      double right =
          i < n - 1 && in[i + 1] < 0.9 ? u[t - 1][i + 1] : u[t - 1][i];
      u[t][i] = 0.5 * u[t - 1][i] + 0.25 * (left + right);
    }
  for (long i = 0; i < n; i++)
    out[i] = u[steps][i];
  free(u);
}
