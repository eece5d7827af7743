// A loop over all elements of which only the row is understood: subscripts are
// of rows whose width is known to be the same by nobody.
// contracted: 0
// sizes: 0 1 2 3 7 40
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void f(int m, double *x, double *y) {
  double(*a)[m + 2] = malloc((m + 2) * (m + 2) * sizeof(double));
  for (long all = 0; all < (m + 2) * (m + 2); all++) {
    long i = all / (m + 2), j = all % (m + 2);
    if (j == 0)
      (&a[0][0])[all] = 1;
    else
      (&a[0][0])[all] = 0.0625 * x[all] + 0.0625 * x[i * (unsigned)(m + 2)];
  }
  for (int k = 0; k < (m + 2) * (m + 2); k++)
    y[k] = (&a[0][0])[k];
  free(a);
}

int main(int argc, char **argv) {
  int m = size(argv, 1), count = (m + 2) * (m + 2);
  double *x = malloc(count * sizeof(double)), *y = malloc(count * sizeof(double));
  for (int i = 0; i < count; i++)
    x[i] = i * 16;
  f(m, x, y);
  for (int i = 0; i < count; i++)
    show(y[i]);
  free(x);
  free(y);
}
