// Rows side by side, where innermost loops wait for themselves: in place over time, in
// tables, with sums in memory and in registers, behind others that join them, downwards,
// with every number of rows left over.
// flags: -ffp-contract=off
// fast: 9
// sizes: 0,0 1,1 2,5 3,4 4,7 5,3 6,6 7,9 8,2 9,13 11,8 17,31 64,63
// RUN: %differential --any-number %s
#include "Inputs/program.h"

static void show_all(long count, const double *values) {
  double sum = 0;
  for (long i = 0; i < count; i++)
    sum = sum * 0.99 + values[i];
  show(sum);
}

// Gauss-Seidel: an element and its neighbours, old and new.
__attribute__((noinline)) static void relax(long n, long steps,
                                            const double *in, double *out) {
  double *u = malloc((n + 1) * sizeof(double));
  for (long i = 0; i < n; i++)
    u[i] = in[i];
  for (long t = 0; t < steps; t++)
    for (long i = 1; i < n - 1; i++)
      u[i] = 0.5 * (u[i - 1] + u[i + 1] - in[i]);
  for (long i = 0; i < n; i++)
    out[i] = u[i];
  free(u);
}

// In two dimensions, and downwards; the corners need two of skew.
__attribute__((noinline)) static void relax_plate(long n, long m,
                                                  const double (*in)[m],
                                                  double (*out)[m]) {
  double (*u)[m] = malloc((n + 1) * sizeof *u);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      u[i][j] = in[i][j];
  for (long t = 0; t < 3; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 2; j < m - 2; j++)
        u[i][j] = (u[i][j - 1] + u[i - 1][j + 2] + u[i + 1][j] + u[i][j + 1]) / 3;
    for (long i = n - 2; i > 0; i--)
      for (long j = m - 2; j > 0; j--)
        u[i][j] = u[i][j + 1] * 0.25 + u[i + 1][j - 1] * 0.5;
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      out[i][j] = u[i][j];
  free(u);
}

// A table, with costs that are computed in front of it.
__attribute__((noinline)) static float warp(long n, long m, const double *a,
                                            const double *b) {
  float (*cost)[m + 1] = malloc((n + 1) * sizeof *cost);
  float (*total)[m + 1] = malloc((n + 1) * sizeof *total);
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++)
      cost[i][j] = (float)((a[i - 1] - b[j - 1]) * (a[i - 1] - b[j - 1]));
  for (long i = 1; i <= n; i++)
    total[i][0] = 1e9f;
  for (long j = 1; j <= m; j++)
    total[0][j] = 1e9f;
  total[0][0] = 0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++) {
      float least = total[i - 1][j - 1];
      if (total[i - 1][j] < least)
        least = total[i - 1][j];
      if (total[i][j - 1] < least)
        least = total[i][j - 1];
      total[i][j] = cost[i][j] + least;
    }
  float result = total[n][m];
  free(cost);
  free(total);
  return result;
}

// Two sums a row, in registers, each needed for the whole row; one passes on what is
// known only where a condition holds.
__attribute__((noinline)) static void normalise(long n, long m,
                                                const double (*in)[m],
                                                double (*out)[m]) {
  double (*less)[m] = malloc((n + 1) * sizeof *less);
  double *spread = malloc((n + 1) * sizeof(double));
  for (long i = 0; i < n; i++) {
    double sum = i;
    for (long j = 0; j < m; j++)
      sum += in[i][j];
    for (long j = 0; j < m; j++)
      less[i][j] = in[i][j] - sum / (double)m;
  }
  for (long i = 0; i < n; i++) {
    spread[i] = 1;
    for (long j = 0; j < m; j++)
      spread[i] += less[i][j] * less[i][j];
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      out[i][j] = less[i][j] / spread[i];
  free(less);
  free(spread);
}

// A sum that goes on from row to row must not be divided, and one that a row takes from
// the row before neither.
__attribute__((noinline)) static double prefix(long n, long m,
                                               const double (*in)[m],
                                               double (*out)[m]) {
  double (*twice)[m] = malloc((n + 1) * sizeof *twice);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      twice[i][j] = 2 * in[i][j];
  double all = 0, last = 0;
  for (long i = 0; i < n; i++) {
    double row = last;
    for (long j = 0; j < m; j++) {
      all += twice[i][j];
      row += twice[i][j] * all;
      out[i][j] = all;
    }
    last = row / 3;
  }
  free(twice);
  return all + last;
}

// Triangles: rows of different lengths, in blocks that begin at different places.
__attribute__((noinline)) static void triangle(long n, const double *in,
                                               double *out) {
  double (*l)[n] = malloc((n + 1) * sizeof *l);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      l[i][j] = in[i] + j;
  for (long k = 1; k < n; k++)
    for (long i = k; i < n; i++)
      for (long j = 1; j <= i; j++)
        l[i][j] = l[i][j - 1] * 0.125 + l[i - 1][j] + k;
  for (long i = 0; i < n; i++)
    out[i] = l[i][n - 1 - i] + l[n - 1][i];
  free(l);
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2);
  (void)argc;
  long count = (n + 1) * (m + 1);
  double *in = malloc(count * sizeof(double)), *out = calloc(count, sizeof(double));
  for (long i = 0; i < count; i++)
    in[i] = (double)((i * 7919) % 101) / 8 - 5;
  relax(n, m, in, out);
  show_all(count, out);
  relax_plate(n, m, (const double (*)[m])in, (double (*)[m])out);
  show_all(count, out);
  show(warp(n, m, in, in + 1));
  normalise(n, m, (const double (*)[m])in, (double (*)[m])out);
  show_all(count, out);
  show(prefix(n, m, (const double (*)[m])in, (double (*)[m])out));
  show_all(count, out);
  triangle(n, in, out);
  show_all(n, out);
  free(in);
  free(out);
  return 0;
}
