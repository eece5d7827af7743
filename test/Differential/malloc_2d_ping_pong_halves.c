// Pointers to rows of run-time length; from one grid to the other and back.
// contracted: 2
// options: schedule=keep
// sizes: 0,0,0 1,1,0 1,2,2 2,1,1 3,2,2 7,9,7 9,7,64 64,33,7 100,7,3
// RUN: %differential %s
#include "Inputs/program.h"

static float f(long n, long m, long steps) {
  float (*a)[m + 2] = malloc((n + 2) * sizeof *a);
  float (*b)[m + 2] = malloc((n + 2) * sizeof *b);
  if (!a || !b) {
    free(a);
    free(b);
    return -1;
  }
  for (long i = 0; i < n + 2; i++)
    for (long j = 0; j < m + 2; j++)
      a[i][j] = b[i][j] = (i * 7 + j * 3) % 11;
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i <= n; i++)
      for (long j = 1; j <= m; j++)
        b[i][j] =
            0.25f * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    for (long i = 1; i <= n; i++)
      for (long j = 1; j <= m; j++)
        a[i][j] =
            0.25f * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
  }
  float sum = 0;
  for (long i = 0; i < n + 2; i++)
    for (long j = 0; j < m + 2; j++)
      sum += a[i][j] * (i + 2 * j);
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) {
  show(f(size(argv, 1), size(argv, 2), size(argv, 3)));
}
