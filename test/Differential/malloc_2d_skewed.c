// A cell depends on cells of the row before to its left and right: the best
// mapping follows the diagonal. Running rows side by side is given up, but the
// sizes that have been asked for on that occasion stay.
// contracted: 1
// sizes: 0,0 1,0 0,1 1,1 2,3 3,2 7,7 7,64 64,7 100,33
// fast: 11
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long steps) {
  double *u = malloc((steps + 1) * (n + 4) * sizeof(double));
  if (!u)
    return -1;
  long w = n + 4;
  for (long t = 0; t <= steps; t++) {
    u[t * w] = t;
    u[t * w + 1] = 1;
    u[t * w + n + 2] = -1;
    u[t * w + n + 3] = -t;
  }
  for (long i = 2; i < n + 2; i++)
    u[i] = i;
  for (long t = 1; t <= steps; t++)
    for (long i = 2; i < n + 2; i++)
      u[t * w + i] = 0.25 * u[(t - 1) * w + i - 2] + 0.5 * u[t * w + i - 1] -
                     0.125 * u[(t - 1) * w + i + 2];
  double last = u[steps * w + n + 1] + u[steps * w + 2];
  free(u);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
