// Nobody reads anything but the copy of one column: the copy stays where its
// origin is, and that is all that is left.
// contracted: 2
// sizes: 0 1 2 3 7 45
// idle: main
// RUN: %differential %s
#include "Inputs/program.h"

double f(long n, double *restrict x) {
  double *a = malloc((n * n + 1) * sizeof *a);
  double *column = malloc((n + 1) * sizeof *column);
  for (long t = 0; t < 4; t++) {
    for (long i = 0; i < n; i++) {
      for (long j = 0; j < n; j++)
        a[i * n + j] = 0.5 * i + j + t;
      column[i] = a[i * n];
    }
    for (long i = 0; i < n; i++)
      x[i] += column[i] * (t + 1);
  }
  free(a);
  free(column);
  return 0;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *x = calloc(n + 1, sizeof *x);
  double sum = f(n, x);
  for (long i = 0; i < n; i++)
    sum += i * x[i];
  free(x);
  show(sum);
}
