// Returns before the loops, between two allocations and after a check.
// contracted: 1
// sizes: 0 1 2 3 7 64 100
// fast: 64
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  if (n < 2)
    return n;
  double *a = malloc(n * sizeof(double));
  if (!a)
    return -1;
  if (n == 3) {
    free(a);
    return 3.5;
  }
  double *b = malloc(n * sizeof(double));
  if (!b) {
    free(a);
    return -2;
  }
  a[0] = 1;
  for (long i = 1; i < n; i++)
    a[i] = a[i - 1] * 0.5 + i;
  for (long i = 0; i < n; i++)
    b[i] = i;
  double sum = a[n - 1];
  free(a);
  if (n == 7) {
    free(b);
    return sum;
  }
  for (long i = 0; i < n; i++)
    sum += b[i] * b[n - 1 - i];
  free(b);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
