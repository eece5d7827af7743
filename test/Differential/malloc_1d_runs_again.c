// The loops run again and again inside a loop with a call, and read what the
// run before left in the array.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = malloc((n + 2) * sizeof(double));
  if (!a)
    return -1;
  for (long i = 0; i < n + 2; i++)
    a[i] = i;
  double sum = 0;
  for (long t = 0; t < 5; t++) {
    for (long i = 1; i <= n; i++)
      a[i] = a[i - 1] * 0.5 + a[i + 1];
    sum += a[n];
    printf("step %ld\n", t);
  }
  sum += a[1];
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
