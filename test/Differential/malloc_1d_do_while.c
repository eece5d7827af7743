// Loops that run at least once.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = malloc((n + 2) * sizeof(double));
  if (!a)
    return -1;
  a[0] = 1;
  long i = 1;
  do {
    a[i] = a[i - 1] * 0.5 + i;
    i++;
  } while (i <= n);
  double last = a[i - 1];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
