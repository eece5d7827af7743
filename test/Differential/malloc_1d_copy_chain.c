// Values go through two copies before they are computed anew: they stay where
// they are and the loops that copy go. The values in the middle live on in
// another array while the first is overwritten.
// contracted: 3
// sizes: 0 1 2 3 7 45 130
// RUN: %differential %s
#include "Inputs/program.h"

double f(long n, long steps, double *restrict x) {
  double *a = malloc((n + 2) * sizeof *a);
  double *b = malloc((n + 2) * sizeof *b);
  double *c = malloc((n + 2) * sizeof *c);
  for (long i = 0; i < n + 2; i++)
    a[i] = 0.5 * i;
  for (long t = 0; t < steps; t++) {
    for (long i = 0; i < n + 2; i++)
      b[i] = a[i];
    for (long i = 0; i < n + 2; i++)
      c[i] = b[i];
    for (long i = 1; i <= n; i++)
      a[i] = 0.25 * c[i - 1] + 0.5 * b[i] + 0.25 * c[i + 1];
  }
  for (long i = 0; i < n + 2; i++)
    x[i] = a[i];
  double sum = n > 0 ? a[n] : 0;
  free(a);
  free(b);
  free(c);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *x = calloc(n + 2, sizeof *x);
  double sum = f(n, 5, x);
  for (long i = 0; i < n + 2; i++)
    sum += i * x[i];
  free(x);
  show(sum);
}
