// The function calls itself between writing its static array and reading it.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

static double a[128];

__attribute__((noinline)) static double f(long n) {
  a[0] = n;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5 + i;
  double deeper = n > 2 ? f(n / 2) : 0;
  double sum = 0;
  for (long i = 0; i <= n; i++)
    sum += a[i];
  return sum + deeper;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
