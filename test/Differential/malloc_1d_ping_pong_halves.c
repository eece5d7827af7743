// From one row to the other and back, without a copy.
// contracted: 1
// sizes: 0,0 1,0 0,1 1,1 2,3 3,2 7,7 7,64 64,7 100,33
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long steps) {
  double *a = malloc((n + 2) * sizeof(double));
  double *b = malloc((n + 2) * sizeof(double));
  if (!a || !b) {
    free(a);
    free(b);
    return -1;
  }
  for (long i = 0; i < n + 2; i++)
    a[i] = b[i] = i % 5;
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i <= n; i++)
      b[i] = 0.25 * (a[i - 1] + 2 * a[i] + a[i + 1]);
    for (long i = 1; i <= n; i++)
      a[i] = 0.25 * (b[i - 1] + 2 * b[i] + b[i + 1]);
  }
  double sum = 0;
  for (long i = 0; i < n + 2; i++)
    sum += a[i] * i;
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
