// Something is carried along a tube: in each step the speeds at the walls
// between cells, the fluxes through them, and what the cells hold then.
// category: stencils 1-d
// benchmark: in 4096 20 1600; out 8000000 6 1
// sizes: 0,0,1 1,2,1 2,1,1 7,3,2 64,9,1

#include "rod.h"

static void kernel(long n, long steps, const double *in, double *out) {
  double *u = malloc(n * sizeof(double));
  double *speed = malloc((n + 1) * sizeof(double));
  double *flux = malloc((n + 1) * sizeof(double));
  for (long i = 0; i < n; i++)
    u[i] = in[i];
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n; i++)
      speed[i] = 0.5 * (u[i - 1] + u[i]);
    for (long i = 1; i < n; i++)
      flux[i] = speed[i] * 0.5 * (u[i - 1] + u[i]) - 0.25 * (u[i] - u[i - 1]);
    for (long i = 1; i < n - 1; i++)
      u[i] = u[i] - 0.1 * (flux[i + 1] - flux[i]);
  }
  for (long i = 0; i < n; i++)
    out[i] = u[i];
  free(u);
  free(speed);
  free(flux);
}
