// Cells from the beginning, the middle and the end are read after the loop.
// contracted: 1
// fast: 13
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = malloc((n + 3) * sizeof(double));
  if (!a)
    return -1;
  a[0] = 0.5;
  for (long i = 1; i < n + 3; i++)
    a[i] = a[i - 1] * 0.75 + 1;
  double sum = a[0] + a[n / 2] * 2 + a[n + 2] * 4 + a[n] * 8;
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
