// The first values read are calloc's zeros.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(size_t n) {
  double *a = calloc(n + 3, sizeof(double));
  if (!a)
    return -1;
  for (size_t i = 3; i < n + 3; i++)
    a[i] = a[i - 1] * 0.5 + a[i - 3] * 0.25 + 1.0;
  double last = a[n + 2];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
