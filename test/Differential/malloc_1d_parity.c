// Even and odd iterations differ.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = malloc((n + 3) * sizeof(double));
  if (!a)
    return -1;
  a[0] = 1;
  a[1] = 2;
  for (long i = 2; i < n + 3; i++) {
    if (i % 2 == 0)
      a[i] = a[i - 2] * 0.5 + i;
    else
      a[i] = a[i - 1] + a[i - 2];
  }
  double last = a[n + 2];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
