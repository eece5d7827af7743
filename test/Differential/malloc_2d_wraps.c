// Histories of one-dimensional stencils, of which one moment is kept: the index
// wraps around in the innermost loop, upwards, downwards and by larger steps.
// contracted: 4
// sizes: 0,0 0,3 1,1 2,3 3,2 7,7 7,64 64,7 100,33 33,100 127,20 1000,50 4097,9
// options: no-forward
// RUN: %differential %s
#include "Inputs/program.h"

static double upwards(long n, long steps) {
  unsigned(*a)[n + 2] = malloc((steps + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long i = 0; i <= n + 1; i++)
    a[0][i] = i * i % 31;
  for (long t = 1; t <= steps; t++) {
    a[t][0] = t;
    a[t][n + 1] = 2 * t;
    for (long i = 1; i <= n; i++)
      a[t][i] = a[t - 1][i - 1] + 3 * a[t - 1][i] - a[t - 1][i + 1] + i % 7;
  }
  double sum = 0;
  for (long i = 0; i <= n + 1; i++)
    sum += a[steps][i] * (i + 1.0);
  free(a);
  return sum;
}

static double downwards(long n, long steps) {
  unsigned(*a)[n + 2] = malloc((steps + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long i = 0; i <= n + 1; i++)
    a[0][i] = i * i % 29;
  for (long t = 1; t <= steps; t++) {
    a[t][n + 1] = t;
    for (long i = n; i >= 1; i--)
      a[t][i] = a[t][i + 1] + a[t - 1][i] * 5 - a[t - 1][i - 1];
    a[t][0] = 3 * t;
  }
  double sum = 0;
  for (long i = 0; i <= n + 1; i++)
    sum += a[steps][i] * (i + 1.0);
  free(a);
  return sum;
}

static double by_threes(long n, long steps) {
  double(*a)[3 * n + 6] = malloc((steps + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long i = 0; i < 3 * n + 6; i++)
    a[0][i] = i % 13;
  for (long t = 1; t <= steps; t++) {
    for (long i = 0; i < 3; i++)
      a[t][i] = t + i;
    for (long i = 1; i <= n; i++) {
      a[t][3 * i] = a[t - 1][3 * i] + a[t - 1][3 * i - 3] * 0.5;
      a[t][3 * i + 1] = a[t - 1][3 * i + 1] - a[t - 1][3 * i - 1] * 0.25;
      a[t][3 * i + 2] = a[t - 1][3 * i + 3] * 0.5 + a[t - 1][3 * i];
    }
    for (long i = 3 * n + 3; i < 3 * n + 6; i++)
      a[t][i] = t - i;
  }
  double sum = 0;
  for (long i = 0; i < 3 * n + 6; i++)
    sum += a[steps][i] * i;
  free(a);
  return sum;
}

static unsigned diagonals(long n, long m) {
  unsigned(*a)[m + 1] = malloc((n + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long i = 0; i <= n; i++)
    a[i][0] = i * 7;
  for (long j = 0; j <= m; j++)
    a[0][j] = j * 3;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++)
      a[i][j] = a[i - 1][j - 1] * 3 + a[i][j - 1] + (a[i - 1][j] ^ j);
  unsigned last = a[n][m];
  free(a);
  return last;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), steps = size(argv, 2);
  show(upwards(n, steps));
  show(downwards(n, steps));
  show(by_threes(n, steps));
  show(diagonals(n, steps));
}
