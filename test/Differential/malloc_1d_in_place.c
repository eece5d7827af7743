// A row updated in place again and again: nothing to gain, nothing to break.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = malloc((n + 2) * sizeof(double));
  if (!a)
    return -1;
  for (long i = 0; i < n + 2; i++)
    a[i] = i * i;
  for (long t = 0; t < n; t++)
    for (long i = 1; i <= n; i++)
      a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
  double sum = 0;
  for (long i = 0; i < n + 2; i++)
    sum += a[i];
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
