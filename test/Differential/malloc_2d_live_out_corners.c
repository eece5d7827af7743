// The cells of a table's corners are read in straight-line code.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static int f(long n) {
  int(*a)[n + 1] = malloc((n + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long j = 0; j <= n; j++)
    a[0][j] = 2 * j;
  for (long i = 1; i <= n; i++)
    for (long j = 0; j <= n; j++)
      a[i][j] = a[i - 1][j] + (i ^ j);
  int first = a[n][0], last = a[n][n];
  free(a);
  return first * 3 + last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
