// Rows written by two loops, read together.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long m) {
  double *a = new double[(n + 1) * m];
  double sum = 0;
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < m / 2; j++)
      a[i * m + j] = i + j;
    for (long j = m / 2; j < m; j++)
      a[i * m + j] = i - j;
    for (long j = 1; j < m; j++)
      sum += a[i * m + j] * a[i * m + j - 1];
  }
  delete[] a;
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  show(f(n, n + 3));
}
