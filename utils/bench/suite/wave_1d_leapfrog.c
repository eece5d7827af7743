// A wave on a string: three arrays, of which two are copied after each step.
// category: stencils 1-d
// benchmark: in 4096 20 1700; out 12000000 6 1
// sizes: 0,0,1 1,2,1 2,1,1 7,3,2 64,9,1

#include "rod.h"

static void kernel(long n, long steps, const double *in, double *out) {
  double *before = malloc(n * sizeof(double));
  double *now = malloc(n * sizeof(double));
  double *next = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++) {
    before[i] = in[i];
    now[i] = in[i];
    next[i] = in[i];
  }
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      next[i] =
          2 * now[i] - before[i] + 0.3 * (now[i - 1] - 2 * now[i] + now[i + 1]);
    for (long i = 0; i < n; i++)
      before[i] = now[i];
    for (long i = 0; i < n; i++)
      now[i] = next[i];
  }
  for (long i = 0; i < n; i++)
    out[i] = now[i];
  free(before);
  free(now);
  free(next);
}
