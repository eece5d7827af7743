// A diagonal that gives no subscripts with rows of m elements: the other accesses
// to the same array are left without then, too.
// contracted: 1
// sizes: 0 1 2 3 7 45
// options: no-forward
// RUN: %differential %s
#include "Inputs/program.h"

double f(long m, double *restrict x) {
  double *a = malloc(m * m * sizeof *a);
  for (long i = 0; i < m; i++) {
    for (long j = 0; j < m; j++)
      a[i * m + j] = 0;
    x[(i + 2) * m + i] = 0.25 * a[0];
  }
  free(a);
  return 0;
}

int main(int argc, char **argv) {
  long m = size(argv, 1);
  double *x = calloc((m + 3) * m + 1, sizeof *x);
  double sum = f(m, x);
  for (long i = 0; i < (m + 3) * m; i++)
    sum += i * x[i];
  free(x);
  show(sum);
}
