// The inner statement calls a helper that only computes.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static int least(int a, int b, int c) {
  int least = a < b ? a : b;
  return least < c ? least : c;
}

static int f(long n, long m) {
  int(*d)[m + 1] = malloc((n + 1) * sizeof(*d));
  if (!d)
    return -1;
  for (long i = 0; i <= n; i++)
    d[i][0] = i;
  for (long j = 0; j <= m; j++)
    d[0][j] = j;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++)
      d[i][j] = least(d[i - 1][j] + 1, d[i][j - 1] + 1,
                      d[i - 1][j - 1] + ((i * i) % 7 != (j * 3) % 7));
  int distance = d[n][m];
  free(d);
  return distance;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 1))); }
