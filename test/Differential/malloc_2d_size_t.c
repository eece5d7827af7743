// size_t everywhere, a two-stage filter whose rows are produced just in time.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(size_t n) {
  double(*a)[n] = malloc((n + 1) * n * sizeof(double) + 1);
  if (!a)
    return -1;
  double sum = 0;
  for (size_t y = 0; y < n; y++) {
    for (size_t x = 0; x < n; x++)
      a[y][x] = (double)(x * 3 + y * y % 7);
    if (y >= 1)
      for (size_t x = 0; x < n; x++)
        sum += a[y][x] * a[y - 1][x];
  }
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
