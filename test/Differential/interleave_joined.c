// Nests that run alongside each other in strips, and sums in them: iterations
// of the loop over strips run side by side. One nest has a part in a single
// strip only; its results are used in the same loop.
// contracted: 2
// sizes: 0,1 1,1 2,2 4,0 5,1 5,4 6,3 7,4 8,2 9,4 64,4 65,4 70,4 129,3 193,4 260,4 600,4 601,7
// fast: 5
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static double
few(long n, long few, double *restrict a, double *restrict b) {
  long m = n < 4 ? n : 4;
  for (long i = 1; i < m - 1; i++)
    b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
  double *c = malloc(n * sizeof *c + 1);
  for (long i = 0; i < n; i++)
    c[i] = b[i] + few;
  double sum = 0, other = 0;
  for (long i = 0; i < n; i++)
    sum += c[i] * (i % 7);
  for (long i = 0; i < n; i++)
    other += a[i] * (i % 7);
  free(c);
  return sum - other;
}

// The part is in a strip further behind.
__attribute__((noinline)) static double
behind(long n, long few, double *restrict a, double *restrict b) {
  for (long i = 65; i < 67 && i < n - 1; i++)
    b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
  double *c = malloc(n * sizeof *c + 1);
  for (long i = 0; i < n; i++)
    c[i] = b[i] * few;
  double sum = 0, other = 0;
  for (long i = 0; i < n; i++)
    sum = sum * 0.5 + c[i];
  for (long i = 0; i < n; i++)
    other = other * 0.75 + a[i];
  free(c);
  return sum - other;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), k = size(argv, 2);
  double *a = malloc((n + 1) * sizeof *a), *b = malloc((n + 1) * sizeof *b);
  for (long i = 0; i < n; i++)
    a[i] = b[i] = i * 7 % 11;
  show(few(n, k, a, b));
  show(behind(n, k, a, b));
  for (long i = 0; i < n; i++)
    a[0] = a[0] * 0.5 + b[i];
  show(n > 0 ? a[0] : 0);
  free(a);
  free(b);
}
