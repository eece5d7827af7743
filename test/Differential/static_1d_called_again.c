// A static array keeps its values from call to call, and here they are read.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

static double a[128];

__attribute__((noinline)) static double f(long n) {
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5 + a[i + 1] + i;
  double sum = 0;
  for (long i = 0; i <= n + 1; i++)
    sum += a[i];
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  show(f(n));
  show(f(n));
  show(f(n / 2));
}
