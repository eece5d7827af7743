// Elements that memset has cleared are read as zeros.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = malloc((n + 2) * sizeof(double));
  if (!a)
    return -1;
  memset(a, 0, (n + 2) * sizeof(double));
  for (long i = 2; i < n + 2; i++)
    a[i] = a[i - 2] + i;
  double last = a[n + 1];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
