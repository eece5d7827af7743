// Three rounds of smoothing, each into an array of its own.
// contracted: 3
// sizes: 0 1 2 3 7 64 100
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double (*a)[n + 2] = malloc((n + 2) * sizeof *a);
  double (*b)[n + 2] = malloc((n + 2) * sizeof *b);
  double (*c)[n + 2] = malloc((n + 2) * sizeof *c);
  if (!a || !b || !c) {
    free(a);
    free(b);
    free(c);
    return -1;
  }
  for (long i = 0; i < n + 2; i++)
    for (long j = 0; j < n + 2; j++)
      a[i][j] = b[i][j] = c[i][j] = (i * 7 + j * 3) % 11;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      c[i][j] = 0.25 * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
  double sum = 0;
  for (long i = 0; i < n + 2; i++)
    for (long j = 0; j < n + 2; j++)
      sum += c[i][j] * (i + 2 * j);
  free(a);
  free(b);
  free(c);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
