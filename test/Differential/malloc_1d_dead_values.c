// Only every third value is ever read.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = malloc((3 * n + 1) * sizeof(double));
  if (!a)
    return -1;
  for (long i = 0; i <= 3 * n; i++)
    a[i] = i * 0.5;
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += a[3 * i];
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
