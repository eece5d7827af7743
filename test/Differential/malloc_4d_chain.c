// Four dimensions; only the outermost has to be kept twice.
// contracted: 1
// sizes: 0 1 2 3 7 12
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double(*a)[n][n][n] = malloc((n + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long j = 0; j < n; j++)
    for (long k = 0; k < n; k++)
      for (long l = 0; l < n; l++)
        a[0][j][k][l] = j + 2 * k + 3 * l;
  for (long i = 1; i <= n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        for (long l = 0; l < n; l++)
          a[i][j][k][l] = a[i - 1][j][k][l] * 0.5 + l;
  double sum = 0;
  for (long j = 0; j < n; j++)
    for (long k = 0; k < n; k++)
      for (long l = 0; l < n; l++)
        sum += a[n][j][k][l] * (j + k - l);
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
