// Three components a cell, copied back in one loop, unrolled by hand: the sizes
// of arrays with a constant innermost dimension are found behind a variable one.
// contracted: 2
// sizes: 2,1 3,2 7,5 13,4 41,3
// RUN: %differential %s
#include "Inputs/program.h"

double f(long n, long steps) {
  double(*u)[n][3] = malloc(n * sizeof *u);
  double(*v)[n][3] = malloc(n * sizeof *v);
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++)
      for (long c = 0; c < 3; c++)
        u[y][x][c] = 1 + 0.5 * x + 0.25 * y + c;
  for (long t = 0; t < steps; t++) {
    for (long y = 1; y < n - 1; y++)
      for (long x = 1; x < n - 1; x++) {
        v[y][x][0] = 0.5 * u[y - 1][x][0] + 0.5 * u[y][x + 1][1];
        v[y][x][1] = 0.5 * u[y][x - 1][1] + 0.5 * u[y][x][2];
        v[y][x][2] = 0.5 * u[y + 1][x][2] + 0.5 * u[y][x][0];
      }
    for (long y = 1; y < n - 1; y++)
      for (long x = 1; x < n - 1; x++) {
        u[y][x][0] = v[y][x][0];
        u[y][x][1] = v[y][x][1];
        u[y][x][2] = v[y][x][2];
      }
  }
  double sum = 0;
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++)
      for (long c = 0; c < 3; c++)
        sum += u[y][x][c] * (1 + c);
  free(u);
  free(v);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
