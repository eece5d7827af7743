// The time is the inner dimension of the array.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double(*u)[n + 1] = malloc((n + 2) * sizeof(*u));
  if (!u)
    return -1;
  for (long i = 0; i < n + 2; i++)
    u[i][0] = i;
  for (long t = 1; t <= n; t++) {
    u[0][t] = 0;
    u[n + 1][t] = 1;
    for (long i = 1; i <= n; i++)
      u[i][t] = (u[i - 1][t - 1] + u[i][t - 1] + u[i + 1][t - 1]) / 3;
  }
  double sum = 0;
  for (long i = 0; i < n + 2; i++)
    sum += u[i][n];
  free(u);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
