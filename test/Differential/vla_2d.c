// A variable-length array; a row depends on the row above.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static long f(long n) {
  short a[n + 1][n + 2];
  for (long j = 0; j < n + 2; j++)
    a[0][j] = j * j;
  for (long i = 1; i <= n; i++) {
    a[i][0] = i;
    for (long j = 1; j < n + 2; j++)
      a[i][j] = a[i - 1][j] + a[i - 1][j - 1];
  }
  long sum = 0;
  for (long j = 0; j < n + 2; j++)
    sum += a[n][j];
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
