// Complex numbers.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"
#include <complex.h>

static double f(long n) {
  double complex *a = malloc((n + 1) * sizeof(double complex));
  if (!a)
    return -1;
  a[0] = 1 + 0.5 * I;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] + a[i - 1] * 0.5 + i;
  double last = creal(a[n]) + cimag(a[n]);
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
