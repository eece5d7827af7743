// Written by rows, read by columns: all of it is alive at once.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double(*a)[n + 1] = malloc((n + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long i = 0; i <= n; i++)
    for (long j = 0; j <= n; j++)
      a[i][j] = i * 3 - j;
  double sum = 0;
  for (long i = 0; i <= n; i++)
    for (long j = 0; j <= n; j++)
      sum = sum * 0.5 + a[j][i];
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
