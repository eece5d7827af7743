// As static_1d_recursive.c, but only one cell is read after the call.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

static double a[128];

__attribute__((noinline)) static double f(long n) {
  a[0] = n;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5 + i;
  double deeper = n > 2 ? f(n / 2) : 0;
  return a[n] + deeper + a[n / 2];
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
