// Lattice-Boltzmann, D1Q3: three distributions, each in an array for even and
// one for odd moments.
// contracted: 3
// sizes: 0,0 1,0 2,2 3,1 3,2 7,7 9,12 33,7 100,64
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long steps) {
  double *a0 = malloc((n + 2) * sizeof(double));
  double *a1 = malloc((n + 2) * sizeof(double));
  double *a2 = malloc((n + 2) * sizeof(double));
  double *b0 = malloc((n + 2) * sizeof(double));
  double *b1 = malloc((n + 2) * sizeof(double));
  double *b2 = malloc((n + 2) * sizeof(double));
  if (!a0 || !a1 || !a2 || !b0 || !b1 || !b2)
    abort();
  for (long x = 0; x < n + 2; x++) {
    a0[x] = b0[x] = x * 3 % 7;
    a1[x] = b1[x] = x * 5 % 11;
    a2[x] = b2[x] = x * 7 % 13;
  }
  for (long t = 0; t < steps; t++) {
    for (long x = 1; x <= n; x++) {
      double p0 = a0[x], p1 = a1[x - 1], p2 = a2[x + 1], rho = p0 + p1 + p2;
      b0[x] = p0 + 0.6 * (rho * 4 / 6 - p0);
      b1[x] = p1 + 0.6 * (rho / 6 - p1);
      b2[x] = p2 + 0.6 * (rho / 6 - p2);
    }
    for (long x = 1; x <= n; x++) {
      double p0 = b0[x], p1 = b1[x - 1], p2 = b2[x + 1], rho = p0 + p1 + p2;
      a0[x] = p0 + 0.6 * (rho * 4 / 6 - p0);
      a1[x] = p1 + 0.6 * (rho / 6 - p1);
      a2[x] = p2 + 0.6 * (rho / 6 - p2);
    }
  }
  double sum = 0;
  for (long x = 0; x < n + 2; x++)
    sum += a0[x] + a1[x] * x + a2[x] * 2 * x;
  free(a0);
  free(a1);
  free(a2);
  free(b0);
  free(b1);
  free(b2);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
