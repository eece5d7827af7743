// Loops that go over the same data again and again, in tiles: stencils in two
// arrays and in one, whose dependences ask for skewing, and a product.
// contracted: 1
// options: schedule=tile
// sizes: 0,0 1,1 2,3 3,2 7,5 16,16 31,17 40,9
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void plate(long n, long steps,
                                            double (*restrict u)[n]) {
  double (*v)[n] = malloc((n + 1) * sizeof *v);
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        v[i][j] = 0.2 * (u[i][j] + u[i - 1][j] + u[i + 1][j] + u[i][j - 1] +
                         u[i][j + 1]);
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        u[i][j] = v[i][j];
  }
  free(v);
}

/// In one array that belongs to the caller.
__attribute__((noinline)) static void seidel(long n, long steps,
                                             double (*restrict u)[n]) {
  for (long t = 0; t < steps; t++)
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        u[i][j] = (u[i - 1][j - 1] + u[i - 1][j] + u[i - 1][j + 1] +
                   u[i][j - 1] + u[i][j] + u[i][j + 1] + u[i + 1][j - 1] +
                   u[i + 1][j] + u[i + 1][j + 1]) /
                  9;
}

/// Over one dimension, from one array to another and back.
__attribute__((noinline)) static void
rod(long n, long steps, double *restrict u, double *restrict v) {
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      v[i] = 0.5 * u[i] + 0.25 * (u[i - 1] + u[i + 1]);
    for (long i = 1; i < n - 1; i++)
      u[i] = 0.5 * v[i] + 0.25 * (v[i - 1] + v[i + 1]);
  }
}

__attribute__((noinline)) static void product(long n, const double (*a)[n],
                                              const double (*b)[n],
                                              double (*restrict c)[n]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}

int main(int argc, char **argv) {
  long n = size(argv, 1), steps = size(argv, 2);
  double (*u)[n] = malloc((n * n + 1) * sizeof(double));
  double (*v)[n] = malloc((n * n + 1) * sizeof(double));
  double (*w)[n] = calloc(n * n + 1, sizeof(double));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      u[i][j] = v[i][j] = (i * 7 + j * 3) % 13;
  plate(n, steps, u);
  seidel(n, steps, v);
  rod(n, steps, (double *)u, (double *)v);
  product(n, (const double (*)[n])u, (const double (*)[n])v, w);
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum = sum * 0.99 + u[i][j] + v[i][j] + w[i][j];
  show(sum);
  free(u);
  free(v);
  free(w);
}
