// Stencils that keep their history, in tiles, with what these pass on to each
// other in blocks: over one dimension with borders of their own, over two with
// borders of zeros, from the left and above, and of two arrays in turns.
// contracted: 5
// options: schedule=tile,mars
// sizes: 0,0 1,1 2,3 3,2 5,7 8,8 11,16 17,13 23,9
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static double rod(long n, long steps,
                                            const double *restrict in) {
  double (*u)[n + 2] = malloc((steps + 1) * sizeof *u);
  for (long i = 0; i < n + 2; i++)
    u[0][i] = in[i];
  for (long t = 1; t <= steps; t++) {
    u[t][0] = in[0];
    u[t][n + 1] = in[n + 1];
    for (long i = 1; i <= n; i++)
      u[t][i] = 0.25 * (u[t - 1][i - 1] + u[t - 1][i + 1]) + 0.5 * u[t - 1][i];
  }
  double sum = 0;
  for (long i = 0; i < n + 2; i++)
    sum = sum * 0.9 + u[steps][i];
  free(u);
  return sum;
}

__attribute__((noinline)) static double plate(long n, long steps,
                                              const double *restrict in) {
  double (*u)[n + 2][n + 2] = calloc(steps + 1, sizeof *u);
  for (long i = 0; i < n + 2; i++)
    for (long j = 0; j < n + 2; j++)
      u[0][i][j] = in[i] + in[j];
  for (long t = 1; t <= steps; t++)
    for (long i = 1; i <= n; i++)
      for (long j = 1; j <= n; j++)
        u[t][i][j] = 0.25 * (u[t - 1][i - 1][j] + u[t - 1][i + 1][j] +
                             u[t - 1][i][j - 1] + u[t - 1][i][j + 1]);
  double sum = 0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      sum = sum * 0.99 + u[steps][i][j];
  free(u);
  return sum;
}

/// What is to the left and above is of the same step.
__attribute__((noinline)) static double seidel(long n, long steps,
                                               const double *restrict in) {
  double (*u)[n + 1][n + 1] = malloc((steps + 1) * sizeof *u);
  for (long t = 0; t <= steps; t++)
    for (long i = 0; i <= n; i++)
      u[t][i][0] = u[t][0][i] = in[i];
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      u[0][i][j] = in[i] + in[j];
  for (long t = 1; t <= steps; t++)
    for (long i = 1; i <= n; i++)
      for (long j = 1; j <= n; j++)
        u[t][i][j] = 0.5 * u[t][i - 1][j] + 0.25 * u[t][i][j - 1] +
                     0.25 * u[t - 1][i][j];
  double sum = 0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      sum = sum * 0.99 + u[steps][i][j];
  free(u);
  return sum;
}

/// Two histories, each of which needs the other one.
__attribute__((noinline)) static double waves(long n, long steps,
                                              const double *restrict in) {
  double (*u)[n + 2] = calloc(steps + 1, sizeof *u);
  double (*v)[n + 2] = calloc(steps + 1, sizeof *v);
  for (long i = 1; i <= n; i++)
    u[0][i] = v[0][i] = in[i];
  for (long t = 1; t <= steps; t++)
    for (long i = 1; i <= n; i++) {
      u[t][i] = u[t - 1][i] + 0.5 * (v[t - 1][i + 1] - v[t - 1][i]);
      v[t][i] = v[t - 1][i] + 0.5 * (u[t][i] - u[t][i - 1]);
    }
  double sum = 0;
  for (long i = 1; i <= n; i++)
    sum = sum * 0.9 + u[steps][i] + v[steps][i];
  free(u);
  free(v);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), steps = size(argv, 2);
  double *in = malloc((n + 2) * sizeof *in);
  for (long i = 0; i < n + 2; i++)
    in[i] = (i * 7) % 13;
  show(rod(n, steps, in));
  show(plate(n, steps, in));
  show(seidel(n, steps, in));
  show(waves(n, steps, in));
  free(in);
}
