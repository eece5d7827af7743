// A size_t counts down to zero.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(size_t n) {
  double *a = malloc((n + 1) * sizeof(double));
  if (!a)
    return -1;
  a[n] = 1;
  for (size_t i = n; i-- > 0;)
    a[i] = a[i + 1] * 0.5 + i;
  double first = a[0];
  free(a);
  return first;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
