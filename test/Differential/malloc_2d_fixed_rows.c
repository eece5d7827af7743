// Rows and columns with a fixed number: A[1][j] is the element n + j, and
// A[i][n - 1] the one before A[i + 1][0].
// contracted: 2
// sizes: 2,0 2,1 3,2 4,3 7,9 9,7 33,8
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long steps) {
  double(*now)[n] = malloc(n * sizeof *now);
  double(*next)[n] = malloc(n * sizeof *next);
  if (!now || !next) {
    free(now);
    free(next);
    return -1;
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      now[i][j] = (i * 7 + j * 3) % 11;
      next[i][j] = now[i][j];
    }
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        next[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] +
                             now[i][j + 1]);
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        now[i][j] = next[i][j];
    for (long i = 1; i < n - 1; i++) {
      now[i][0] = now[i][1];
      now[i][n - 1] = now[i][n - 2];
    }
    for (long j = 0; j < n; j++) {
      now[0][j] = now[1][j];
      now[n - 1][j] = now[n - 2][j];
    }
  }
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum += now[i][j] * (i + 2 * j);
  free(now);
  free(next);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
