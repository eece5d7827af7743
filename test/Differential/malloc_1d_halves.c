// Cells are written as halves and read whole, through pointers of two types.
// contracted: 0
// flags: -fno-strict-aliasing
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  unsigned long *a = malloc((n + 1) * sizeof(long));
  if (!a)
    return -1;
  unsigned *halves = (unsigned *)a;
  a[0] = 7;
  unsigned long sum = 0;
  for (long i = 1; i <= n; i++) {
    halves[2 * i] = a[i - 1] * 3 + i;
    halves[2 * i + 1] = a[i - 1] >> 7;
    sum += a[i];
  }
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
