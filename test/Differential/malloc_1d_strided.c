// Even and odd cells are two chains of their own.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = malloc((2 * n + 2) * sizeof(double));
  if (!a)
    return -1;
  a[0] = 1;
  a[1] = 2;
  for (long i = 1; i <= n; i++) {
    a[2 * i] = a[2 * i - 2] * 0.5 + a[2 * i - 1];
    a[2 * i + 1] = a[2 * i - 1] * 0.25 + i;
  }
  double last = a[2 * n] + a[2 * n + 1];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
