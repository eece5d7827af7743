// Only the first call fills the table, all calls read it.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static double f(long n, int first) {
  static double a[128];
  if (first) {
    a[0] = n;
    for (long i = 1; i <= n; i++)
      a[i] = a[i - 1] * 0.5 + i;
  }
  return a[n] + a[n / 2];
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  show(f(n, 1));
  show(f(n, 0));
  show(f(n / 2, 0));
}
