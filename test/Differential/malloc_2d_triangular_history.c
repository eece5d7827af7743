// A triangular domain: row i has i + 1 cells, two rows back.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(int n) {
  double(*a)[n + 3] = malloc((n + 3) * sizeof(*a));
  if (!a)
    return -1;
  for (int i = 0; i <= n + 2; i++)
    for (int j = 0; j <= i; j++) {
      if (i < 2 || j == 0 || j >= i - 1)
        a[i][j] = i + j;
      else
        a[i][j] = a[i - 1][j] * 0.5 + a[i - 2][j - 1] * 0.25;
    }
  double last = a[n + 2][n / 2];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
