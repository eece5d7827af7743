// Sizes are checked before the loops: what the check excludes must not spoil
// the mapping, and what it lets through must be right.
// contracted: 2
// sizes: 0,3 1,3 2,3 3,2 4,0 7,1 7,7 33,20 64,9
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long steps) {
  if (n < 2)
    return -1;
  double(*now)[n] = malloc(n * sizeof(*now));
  double(*next)[n] = malloc(n * sizeof(*next));
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
        next[i][j] = 0.2 * (now[i][j] + now[i - 1][j] + now[i + 1][j] +
                            now[i][j - 1] + now[i][j + 1]);
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        now[i][j] = next[i][j];
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
