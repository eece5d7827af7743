// Planes of variable size, each from the plane before.
// contracted: 1
// sizes: 0 1 2 3 7 20 33
// RUN: %differential %s
#include "Inputs/program.h"

static double f(size_t n) {
  double a[n + 1][n + 1][n + 1];
  for (size_t j = 0; j <= n; j++)
    for (size_t k = 0; k <= n; k++)
      a[0][j][k] = j * 2 + k;
  for (size_t i = 1; i <= n; i++)
    for (size_t j = 0; j <= n; j++)
      for (size_t k = 0; k <= n; k++)
        a[i][j][k] = a[i - 1][j][k] * 0.5 + a[i - 1][k][j];
  double sum = 0;
  for (size_t j = 0; j <= n; j++)
    for (size_t k = 0; k <= n; k++)
      sum += a[n][j][k];
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
