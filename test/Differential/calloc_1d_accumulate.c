// A sum for each cell, begun from calloc's zeros, used once.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = calloc(n + 1, sizeof(double));
  if (!a)
    return -1;
  for (long i = 0; i <= n; i++)
    for (long j = 0; j <= n; j++)
      a[i] += i * j * 0.5;
  double sum = 0;
  for (long i = n; i >= 0; i--)
    sum = sum * 0.5 + a[i];
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
