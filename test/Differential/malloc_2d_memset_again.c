// The array is cleared, filled, and cleared again while it is still needed:
// nothing may change.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"
#include <string.h>

static double f(long n) {
  size_t bytes = (n + 2) * (n + 2) * sizeof(double);
  double *a = malloc(bytes);
  if (!a)
    return -1;
  double sum = 0;
  for (int round = 0; round < 3; round++) {
    if (round != 1)
      memset(a, 0, bytes);
    for (long i = 1; i <= n; i++)
      for (long j = 1; j <= n; j++)
        a[i * (n + 2) + j] += a[(i - 1) * (n + 2) + j] + i * j;
    for (long j = 0; j < n + 2; j++)
      sum += a[n * (n + 2) + j];
    printf("%d\n", round);
  }
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
