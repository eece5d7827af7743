// Three stages over planes, the last two planes of each are alive.
// contracted: 2
// sizes: 0 1 2 3 7 20 33
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  float(*a)[n + 1][n + 1] = malloc((n + 1) * sizeof(*a));
  double(*b)[n + 1][n + 1] = malloc((n + 1) * sizeof(*b));
  if (!a || !b)
    exit(1);
  double sum = 0;
  for (long z = 0; z <= n; z++) {
    for (long y = 0; y <= n; y++)
      for (long x = 0; x <= n; x++)
        a[z][y][x] = z + 2 * y + 3 * x;
    if (z >= 1) {
      for (long y = 0; y <= n; y++)
        for (long x = 0; x <= n; x++)
          b[z][y][x] = a[z][y][x] * 0.5 + a[z - 1][y][x];
    }
    if (z >= 2) {
      for (long y = 0; y <= n; y++)
        for (long x = 0; x <= n; x++)
          sum += b[z][y][x] * b[z - 1][x][y];
    }
  }
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
