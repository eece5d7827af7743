// Allocated and freed in each iteration of a loop with a call.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double sum = 0;
  for (long t = 0; t < 5; t++) {
    double *a = malloc((n + t + 1) * sizeof(double));
    if (!a)
      return -1;
    a[0] = t;
    for (long i = 1; i <= n + t; i++)
      a[i] = a[i - 1] * 0.5 + i;
    sum += a[n + t];
    free(a);
    printf("step %ld\n", t);
  }
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
