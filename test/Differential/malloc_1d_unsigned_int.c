// unsigned indices, which may wrap where int may not.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(unsigned n) {
  double *a = malloc((n + 1ul) * sizeof(double));
  if (!a)
    return -1;
  a[0] = 0.5;
  for (unsigned i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.75 + i;
  double last = a[n];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
