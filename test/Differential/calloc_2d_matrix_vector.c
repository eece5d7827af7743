// A product used row by row, begun from calloc's zeros.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = calloc(n + 1, sizeof(double));
  if (!a)
    return -1;
  double sum = 0;
  for (long i = 0; i <= n; i++) {
    for (long j = 0; j <= n; j++)
      a[i] += (i + 1) * 0.5 - j;
    sum = sum * 0.75 + a[i];
  }
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
