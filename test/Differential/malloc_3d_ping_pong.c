// The heat equation on a cube, linearised, with a copy in each step.
// contracted: 2
// sizes: 0,0 1,0 1,2 2,1 3,2 7,7 9,20 33,7
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long steps) {
  double *a = malloc(n * n * n * sizeof(double));
  double *b = malloc(n * n * n * sizeof(double));
  if (!a || !b) {
    free(a);
    free(b);
    return -1;
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        a[(i * n + j) * n + k] = (i * 7 + j * 3 + k) % 11;
        b[(i * n + j) * n + k] = a[(i * n + j) * n + k];
      }
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        for (long k = 1; k < n - 1; k++)
          b[(i * n + j) * n + k] =
              0.4 * a[(i * n + j) * n + k] +
              0.1 *
                  (a[((i - 1) * n + j) * n + k] + a[((i + 1) * n + j) * n + k] +
                   a[(i * n + j - 1) * n + k] + a[(i * n + j + 1) * n + k] +
                   a[(i * n + j) * n + k - 1] + a[(i * n + j) * n + k + 1]);
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        for (long k = 1; k < n - 1; k++)
          a[(i * n + j) * n + k] = b[(i * n + j) * n + k];
  }
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        sum += a[(i * n + j) * n + k] * (i + 2 * j - k);
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
