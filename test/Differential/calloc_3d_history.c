// calloc's zeros are the start of everything; a wave enters from one side.
// contracted: 1
// sizes: 0,0 1,0 0,1 1,1 2,3 3,7 7,7 9,20 20,9
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long steps) {
  double(*u)[n + 2][n + 2] = calloc(steps + 1, sizeof(*u));
  if (!u)
    return -1;
  for (long t = 1; t <= steps; t++)
    for (long i = 1; i <= n; i++)
      for (long j = 1; j <= n; j++)
        u[t][i][j] = 0.25 * (u[t - 1][i - 1][j] + u[t - 1][i + 1][j] +
                             u[t - 1][i][j - 1] + u[t - 1][i][j + 1]) +
                     (i == 1 ? 1.0 / t : 0.0);
  double sum = 0;
  for (long i = 0; i < n + 2; i++)
    for (long j = 0; j < n + 2; j++)
      sum += u[steps][i][j] * (i + 1);
  free(u);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
