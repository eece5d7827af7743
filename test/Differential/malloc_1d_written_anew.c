// The loops run again and again inside a loop with a call, and write all cells
// anew each time.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double sum = 0;
  double *a = malloc((n + 2) * sizeof(double));
  if (!a)
    return -1;
  for (long t = 0; t < 5; t++) {
    a[0] = t;
    for (long i = 1; i < n + 2; i++)
      a[i] = a[i - 1] * 0.5 + i;
    sum += a[n + 1];
    printf("step %ld\n", t);
  }
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
