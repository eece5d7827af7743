// A table of constant size on the stack.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double a[101][101];
  for (long i = 0; i <= n; i++) {
    a[i][0] = 1.0;
    for (long j = 1; j <= n; j++)
      a[i][j] = a[i][j - 1] * 0.5 + i;
  }
  double sum = 0;
  for (long i = 0; i <= n; i++)
    sum += a[i][n];
  return sum + a[n][0];
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
