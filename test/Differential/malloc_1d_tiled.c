// A loop in tiles of eight, with a minimum as its bound.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = malloc((n + 1) * sizeof(double));
  if (!a)
    return -1;
  a[0] = 1;
  for (long ii = 1; ii <= n; ii += 8)
    for (long i = ii; i < ii + 8 && i <= n; i++)
      a[i] = a[i - 1] * 0.5 + i;
  double last = a[n];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
