// Rows of eight begin at multiples of 64; what the compiler knows of that must
// not outlive the array.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = aligned_alloc(64, (n + 1) * 64);
  if (!a)
    return -1;
  a = __builtin_assume_aligned(a, 64);
  for (long k = 0; k < 3; k++)
    a[k] = k;
  for (long i = 1; i <= n; i++) {
    a[8 * i] = a[8 * i - 8] * 0.5 + 1;
    a[8 * i + 1] = a[8 * i - 7] * 0.5 + 2;
    a[8 * i + 2] = a[8 * i - 6] * 0.5 + 3;
  }
  double last = a[8 * n] + a[8 * n + 1] + a[8 * n + 2];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
