// A system of equations with three diagonals, by elimination and substitution,
// with the multipliers kept (Thomas).
// category: linear algebra
// benchmark: in 4096 3000; out 12000000 1
// sizes: 0,1 1,1 2,1 7,2 64,1 100,1

#include "series.h"

static void kernel(long n, const double *in, double *out) {
  double *diagonal = malloc(n * sizeof(double));
  double *right = malloc(n * sizeof(double));
  double *upper = malloc(n * sizeof(double));
  double *x = malloc(n * sizeof(double));
  if (n < 1)
    goto done;
  for (long i = 0; i < n; i++)
    diagonal[i] = 3 + in[i];
  upper[0] = 1 / diagonal[0];
  right[0] = in[0] / diagonal[0];
  for (long i = 1; i < n; i++) {
    double pivot = diagonal[i] - upper[i - 1];
    upper[i] = 1 / pivot;
    right[i] = (in[i] - right[i - 1]) / pivot;
  }
  x[n - 1] = right[n - 1];
  for (long i = n - 2; i >= 0; i--)
    x[i] = right[i] - upper[i] * x[i + 1];
  for (long i = 0; i < n; i++)
    out[i] = x[i];
done:
  free(diagonal);
  free(right);
  free(upper);
  free(x);
}
