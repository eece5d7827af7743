// A history u[t][i] of a heat equation with fixed ends.
// contracted: 1
// sizes: 0,0 1,0 0,1 1,1 2,3 3,2 7,7 7,64 64,7 100,33
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long steps) {
  double(*u)[n + 2] = malloc((steps + 1) * sizeof(*u));
  if (!u)
    return -1;
  for (long t = 0; t <= steps; t++) {
    u[t][0] = 1.0;
    u[t][n + 1] = -1.0;
  }
  for (long i = 1; i <= n; i++)
    u[0][i] = i * 0.125;
  for (long t = 1; t <= steps; t++)
    for (long i = 1; i <= n; i++)
      u[t][i] = u[t - 1][i] +
                0.25 * (u[t - 1][i - 1] - 2 * u[t - 1][i] + u[t - 1][i + 1]);
  double sum = 0;
  for (long i = 0; i <= n + 1; i++)
    sum += u[steps][i] * (i + 1);
  free(u);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
