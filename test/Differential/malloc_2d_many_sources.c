// Each value read may come from the first row, from one of the borders, which
// are set in different ways, or from the step before. With few copies of the
// step its addresses are selected.
// contracted: 1
// options: max-copies=2
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double(*a)[n + 4] = malloc((n + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long j = 0; j < n + 4; j++)
    a[0][j] = j * 0.25;
  for (long i = 1; i <= n; i++) {
    a[i][0] = i;
    a[i][n + 3] = -i;
    if (i % 3 == 1)
      a[i][1] = a[i - 1][n + 3] * 0.125;
    else
      a[i][1] = a[i - 1][0] - a[i - 1][2];
    for (long j = 2; j < n + 3; j++)
      a[i][j] = a[i - 1][j - 2] * 0.5 + a[i - 1][j - 1] * 0.25 +
                a[i - 1][j] * 0.125 + a[i - 1][j + 1] * 0.0625;
  }
  double sum = 0;
  for (long j = 0; j < n + 4; j++)
    sum += a[n][j] * (j + 1);
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
