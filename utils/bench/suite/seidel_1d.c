// Gauss-Seidel steps for a Poisson equation in one dimension, in one array, and
// what is left to do after them.
// category: stencils 1-d
// benchmark: in 4096 20 570; out 16000000 5 1
// sizes: 0,0,1 1,2,1 2,1,1 7,3,2 64,9,1

#include "rod.h"

static void kernel(long n, long steps, const double *in, double *out) {
  double *u = malloc(n * sizeof(double));
  double *residual = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    u[i] = 0;
  for (long t = 0; t < steps; t++)
    for (long i = 1; i < n - 1; i++)
      u[i] = 0.5 * (u[i - 1] + u[i + 1] - in[i]);
  for (long i = 1; i < n - 1; i++)
    residual[i] = in[i] - (u[i - 1] - 2 * u[i] + u[i + 1]);
  for (long i = 1; i < n - 1; i++)
    out[i] = u[i] + 0.5 * residual[i];
  free(u);
  free(residual);
}
