// A flag that does not change decides which of two borders is set.
// contracted: 1
// sizes: 0,0 1,1 2,0 3,1 7,0 7,1 64,2 100,0
// fast: 64
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long flag) {
  double(*a)[n + 1] = malloc((n + 1) * sizeof(*a));
  if (!a)
    return -1;
  if (flag == 1) {
    for (long j = 0; j <= n; j++)
      a[0][j] = j;
  } else {
    for (long j = 0; j <= n; j++)
      a[0][j] = -j;
  }
  for (long i = 1; i <= n; i++)
    for (long j = 0; j <= n; j++)
      a[i][j] = a[i - 1][j] * 0.5 + flag;
  double sum = 0;
  for (long j = 0; j <= n; j++)
    sum += a[n][j];
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
