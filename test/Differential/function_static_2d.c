// An array static in its function.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static int f(int n) {
  static int a[101][130];
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= n; j++)
      a[i][j] = i == 0 ? j : a[i - 1][j] * 3 + i;
  int sum = 0;
  for (int j = 0; j <= n; j++)
    sum += a[n][j];
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
