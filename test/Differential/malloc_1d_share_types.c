// Elements of two types that have one size: alias analysis must not take them
// for different memory once they share it.
// contracted: 2
// options: schedule=keep
// sizes: 0,0 1,0 0,1 1,1 2,3 3,2 7,7 7,64 64,7 100,33
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long steps) {
  double *a = malloc((n + 2) * sizeof(double));
  long *b = malloc((n + 2) * sizeof(long));
  if (!a || !b) {
    free(a);
    free(b);
    return -1;
  }
  for (long i = 0; i < n + 2; i++) {
    a[i] = i % 5;
    b[i] = i % 5;
  }
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i <= n; i++)
      b[i] = 3 * a[i - 1] + 2 * a[i] + a[i + 1];
    for (long i = 1; i <= n; i++)
      a[i] = b[i] % 1001;
  }
  double sum = 0;
  for (long i = 0; i < n + 2; i++)
    sum += a[i] * i;
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
