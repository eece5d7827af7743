// Under -ffast-math sums may be reordered, and both ways are right.
// contracted: 1
// flags: -ffast-math
// tolerance: 1e-12
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double(*a)[n + 1] = malloc((n + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long j = 0; j <= n; j++)
    a[0][j] = 1.0 / (j + 1);
  for (long i = 1; i <= n; i++)
    for (long j = 0; j <= n; j++)
      a[i][j] = a[i - 1][j] * 0.75 + 1.0 / (i + j);
  double sum = 0;
  for (long j = 0; j <= n; j++)
    sum += a[n][j];
  free(a);
  return sum;
}

int main(int argc, char **argv) { printf("%.17g\n", f(size(argv, 1))); }
