// Sizes below zero: no loop runs.
// contracted: 2
// sizes: -100 -3 -2 -1 0 1 2 7 64
// RUN: %differential %s
#include "Inputs/program.h"

static double f(int n) {
  double *a = malloc(n > 0 ? n * sizeof(double) : 1);
  double(*b)[n > 0 ? n : 1] = malloc(n > 0 ? n * sizeof(*b) : 1);
  if (!a || !b)
    exit(1);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    a[i] = i == 0 ? 1 : a[i - 1] * 0.5 + i;
    for (int j = 0; j < n; j++)
      b[i][j] = a[i] + j;
    for (int j = 0; j < n; j++)
      sum += b[i][n - 1 - j];
  }
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
