// Three sources: two stores before the loop, and the loop.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, double x, double y) {
  double *a = malloc((n + 4) * sizeof(double));
  if (!a)
    return -1;
  a[0] = x;
  a[1] = y;
  a[2] = x * y;
  for (long i = 3; i < n + 4; i++)
    a[i] = 0.5 * a[i - 1] - 0.25 * a[i - 2] + 0.125 * a[i - 3] + i;
  double last = a[n + 3] + 2 * a[n + 2];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1), 1.25, -3.5)); }
