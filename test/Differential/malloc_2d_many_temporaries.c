// Three temporaries in one nest, each needed for a row or less.
// contracted: 3
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double(*a)[n + 2] = malloc((n + 1) * sizeof(*a));
  double(*b)[n + 2] = malloc((n + 1) * sizeof(*b));
  double(*c)[n + 2] = malloc((n + 1) * sizeof(*c));
  if (!a || !b || !c) {
    free(a);
    free(b);
    free(c);
    return -1;
  }
  double sum = 0;
  for (long i = 0; i <= n; i++) {
    for (long j = 0; j < n + 2; j++)
      a[i][j] = i * 3 + j;
    for (long j = 0; j < n + 1; j++)
      b[i][j] = a[i][j] - a[i][j + 1] * 0.5;
    for (long j = 0; j < n; j++)
      c[i][j] = b[i][j] + b[i][j + 1];
    for (long j = 0; j < n; j++)
      sum += c[i][j] * a[i][j + 1];
  }
  free(a);
  free(b);
  free(c);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
