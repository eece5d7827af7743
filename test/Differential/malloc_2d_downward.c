// Both loops run downwards.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = malloc((n + 1) * (n + 1) * sizeof(double));
  if (!a)
    return -1;
  for (long j = n; j >= 0; j--)
    a[n * (n + 1) + j] = j;
  for (long i = n - 1; i >= 0; i--) {
    a[i * (n + 1) + n] = i;
    for (long j = n - 1; j >= 0; j--)
      a[i * (n + 1) + j] =
          a[(i + 1) * (n + 1) + j] * 0.5 + a[i * (n + 1) + j + 1] * 0.25;
  }
  double first = a[0];
  free(a);
  return first;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
