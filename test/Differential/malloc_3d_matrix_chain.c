// The classic over intervals: one dies when all those that begin or end with it
// are known, so that the middle of the table needs fewer rows. That would save a
// third of it and let the innermost loop jump from row to row: it is left alone.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

static int f(long n) {
  int(*a)[n + 1] = malloc((n + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long i = 0; i <= n; i++)
    a[i][i] = 0;
  for (long l = 1; l <= n; l++)
    for (long i = 0; i <= n - l; i++) {
      a[i][i + l] = 1 << 30;
      for (long k = i; k < i + l; k++) {
        int cost = a[i][k] + a[k + 1][i + l] + (i * 7 + k * 5 + l) % 13;
        if (cost < a[i][i + l])
          a[i][i + l] = cost;
      }
    }
  int best = a[0][n];
  free(a);
  return best;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
