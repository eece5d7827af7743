// Arrays of constant and of variable size inside a loop with a call.
// contracted: 2
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double sum = 0;
  for (long t = 0; t < 4; t++) {
    double a[200], b[n + t + 1];
    a[0] = t;
    for (long i = 1; i <= n; i++)
      a[i] = a[i - 1] * 0.5 + i;
    sum += a[n];
    printf("%a\n", sum);
    b[0] = t;
    for (long i = 1; i <= n + t; i++)
      b[i] = b[i - 1] * 0.25 - i;
    sum += b[n + t];
  }
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
