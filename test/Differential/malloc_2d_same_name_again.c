// One variable for two arrays, one after the other.
// contracted: 2
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = malloc((n + 1) * sizeof(double));
  if (!a)
    return -1;
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5 + i;
  double last = a[n];
  free(a);
  a = malloc((n + 1) * sizeof(double));
  if (!a)
    return -1;
  a[0] = last;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.25 - i;
  last = a[n];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
