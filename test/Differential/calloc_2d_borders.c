// The borders are calloc's zeros, never written.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double(*a)[n + 2] = calloc((n + 1) * (n + 2), sizeof(double));
  if (!a)
    return -1;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      a[i][j] = 0.5 * a[i - 1][j] + 0.25 * a[i - 1][j + 1] +
                0.125 * a[i][j - 1] + 1.0 / (i + j);
  double sum = 0;
  for (long j = 0; j < n + 2; j++)
    sum += a[n][j];
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
