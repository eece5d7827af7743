// The function is called again and again with other sizes.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long m) {
  double(*a)[m + 1] = malloc((n + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long j = 0; j <= m; j++)
    a[0][j] = j;
  for (long i = 1; i <= n; i++) {
    a[i][0] = i;
    for (long j = 1; j <= m; j++)
      a[i][j] = a[i - 1][j] * 0.5 + a[i - 1][j - 1] * 0.25;
  }
  double last = a[n][m];
  free(a);
  return last;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double sum = 0;
  for (long i = 0; i <= n; i++)
    sum += f(i, n - i) + f(n, i);
  show(sum);
}
