// Memory cleared by memset before the loops; the borders are never written.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"
#include <string.h>

static double f(long n) {
  size_t bytes = (n + 2) * (n + 2) * sizeof(double);
  double *a = malloc(bytes);
  if (!a)
    return -1;
  memset(a, 0, bytes);
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      a[i * (n + 2) + j] = 0.5 * a[(i - 1) * (n + 2) + j] +
                           0.25 * a[i * (n + 2) + j - 1] + i * j;
  double sum = 0;
  for (long j = 0; j < n + 2; j++)
    sum += a[n * (n + 2) + j];
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
