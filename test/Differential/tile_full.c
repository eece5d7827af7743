// Full tiles have loops of their own, of constant length, all others the usual
// ones: sizes are those at which there is no full tile, one, and one more or one
// less row than that. Matrices of which columns are read are packed.
// contracted: 0
// options: schedule=tile
// sizes: 0,0 1,1 2,3 3,2 4,8 5,7 7,5 8,4 9,9 11,13 16,16 17,15 23,31 32,33 65,64
// RUN: %differential %s
#include "Inputs/program.h"

/// One operand transposed: columns of both matrices are read.
__attribute__((noinline)) static void transposed(long n, long m,
                                                 const double (*a)[n],
                                                 const double (*b)[n],
                                                 double (*restrict c)[n]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < m; k++)
        c[i][j] += a[k][i] * b[k][j];
}

/// Every second row and column, in arrays of fixed size.
static float Wide[160][160], Sums[80][80];
__attribute__((noinline)) static void strided(long n, long m) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < m; k++)
        Sums[i][j] += Wide[2 * k][2 * j] * Wide[2 * k + 1][2 * i];
}

/// What is added up is initialised in the same nest.
__attribute__((noinline)) static void initialised(long n, long m,
                                                  const double (*a)[n],
                                                  const double (*b)[n],
                                                  double (*restrict c)[n]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      c[i][j] = i - j;
      for (long k = 0; k < m; k++)
        c[i][j] += a[k][i] * b[k][j];
    }
}

/// Of a triangle most tiles at the diagonal are no full ones.
__attribute__((noinline)) static void triangle(long n, const double (*a)[n],
                                               double (*restrict c)[n]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++)
      for (long k = j; k <= i; k++)
        c[i][j] += a[k][i] * a[k][j];
}

/// Skewed, so that tiles at the edges are cut off.
__attribute__((noinline)) static void seidel(long n, long steps,
                                             double (*restrict u)[n]) {
  for (long t = 0; t < steps; t++)
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        u[i][j] = (u[i - 1][j] + u[i][j - 1] + u[i][j] + u[i][j + 1] +
                   u[i + 1][j]) /
                  5;
}

/// Two nests in turns, with a border of its own in each step.
__attribute__((noinline)) static void turns(long n, long steps,
                                            double *restrict u,
                                            double *restrict v) {
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      v[i] = 0.5 * u[i] + 0.25 * (u[i - 1] + u[i + 1]);
    v[0] = v[1];
    for (long i = 1; i < n - 1; i++)
      u[i] = 0.5 * v[i] + 0.25 * (v[i - 1] + v[i + 1]);
  }
}

/// A nest in a loop that is not tiled, and another one behind it.
__attribute__((noinline)) static void batch(long n, long m, const double *a,
                                            double *restrict c,
                                            double (*restrict d)[n]) {
  for (long b = 0; b < m; b++) {
    for (long i = 0; i < n; i++)
      for (long k = 0; k < n; k++)
        c[i] += a[k * n + i] * b;
    c[0] = c[n - 1];
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        d[i][j] += a[k * n + i] * a[k * n + j];
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2), l = n > m ? n : m;
  double (*a)[n] = malloc((l * n + 1) * sizeof(double));
  double (*b)[n] = malloc((l * n + 1) * sizeof(double));
  double (*c)[n] = calloc(l * n + 1, sizeof(double));
  double (*d)[n] = calloc(l * n + 1, sizeof(double));
  for (long i = 0; i < l; i++)
    for (long j = 0; j < n; j++) {
      a[i][j] = (i * 7 + j * 3) % 13;
      b[i][j] = (i * 5 + j * 11) % 17;
    }
  for (long i = 0; i < 160; i++)
    for (long j = 0; j < 160; j++)
      Wide[i][j] = (i * 3 + j) % 7;
  transposed(n, m, (const double (*)[n])a, (const double (*)[n])b, c);
  strided(n, m);
  initialised(n, m, (const double (*)[n])a, (const double (*)[n])c, d);
  triangle(n, (const double (*)[n])d, c);
  seidel(n, m, c);
  if (n > 2)
    turns(n, m, (double *)a, (double *)b);
  if (n > 0)
    batch(n, m, (const double *)a, (double *)b, c);
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum = sum * 0.99 + a[i][j] + b[i][j] + c[i][j] + d[i][j] + Sums[i][j];
  show(sum);
  free(a);
  free(b);
  free(c);
  free(d);
}
