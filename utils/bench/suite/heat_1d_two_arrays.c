// Heat in a rod, from one array to another and back.
// category: stencils 1-d
// benchmark: in 4096 20 2600; out 16000000 5 1
// sizes: 0,0,1 1,2,1 2,1,1 7,3,2 64,9,1

#include "rod.h"

static void kernel(long n, long steps, const double *in, double *out) {
  double *now = malloc(n * sizeof(double));
  double *next = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++) {
    now[i] = in[i];
    next[i] = in[i];
  }
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      next[i] = 0.5 * now[i] + 0.25 * (now[i - 1] + now[i + 1]);
    for (long i = 1; i < n - 1; i++)
      now[i] = 0.5 * next[i] + 0.25 * (next[i - 1] + next[i + 1]);
  }
  for (long i = 0; i < n; i++)
    out[i] = now[i];
  free(now);
  free(next);
}
