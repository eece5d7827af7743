// Two grids from new[] and a copy in each step.
// contracted: 2
// sizes: 0,0 1,0 1,2 2,1 3,2 7,7 7,64 64,7 100,3
// RUN: %differential %s
#include "Inputs/program.h"
#include <cstddef>

static double f(size_t n, size_t steps) {
  double *now = new double[n * n];
  double *next = new double[n * n];
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      now[i * n + j] = (i * 7 + j * 3) % 11;
      next[i * n + j] = now[i * n + j];
    }
  for (size_t t = 0; t < steps; t++) {
    for (size_t i = 1; i + 1 < n; i++)
      for (size_t j = 1; j + 1 < n; j++)
        next[i * n + j] = 0.25 * (now[(i - 1) * n + j] + now[(i + 1) * n + j] +
                                  now[i * n + j - 1] + now[i * n + j + 1]);
    for (size_t i = 1; i + 1 < n; i++)
      for (size_t j = 1; j + 1 < n; j++)
        now[i * n + j] = next[i * n + j];
  }
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      sum += now[i * n + j] * (i + 2 * j);
  delete[] next;
  delete[] now;
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
