// The first two rows are stored by a loop with a call, outside of the SCoP: they
// are read from the original array, the others from the new one.
// contracted: 1
// options: max-copies=1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long m) {
  double(*a)[m] = malloc((n + 2) * sizeof(*a));
  if (!a)
    return -1;
  for (long j = 0; j < m; j++) {
    a[0][j] = j;
    a[1][j] = 2 * j;
    printf("column %ld\n", j);
  }
  for (long i = 2; i < n + 2; i++)
    for (long j = 0; j < m; j++)
      a[i][j] = a[i - 1][j] * 0.5 + a[i - 2][m - 1 - j];
  double sum = 0;
  for (long j = 0; j < m; j++)
    sum += a[n + 1][j];
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  show(f(size(argv, 1), size(argv, 1) + 3));
}
