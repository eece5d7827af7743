// Vectors of vectors with constant sizes: nothing has to be found out about
// them, and so nothing has been simplified yet.
// contracted: 1
// sizes: 1 4
// fast: 4
// RUN: %differential %s
#include "Inputs/program.h"
#include <utility>
#include <vector>

using Grid = std::vector<std::vector<double>>;

__attribute__((noinline)) static double stages(int start) {
  const int n = 211, m = 503;
  Grid a(n, std::vector<double>(m, 0.0)), b(n, std::vector<double>(m, 0.0));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = (i * 37 + j * 11 + start) % 101;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += b[i][j];
  return sum;
}

__attribute__((noinline)) static double turns(int steps) {
  const int n = 503;
  Grid a(n, std::vector<double>(n, 0.0)), b(n, std::vector<double>(n, 0.0));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i][j] = a[i][j] = (i * 37 + j * 11) % 101;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] =
            0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    std::swap(a, b);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += a[i][j];
  return sum;
}

int main(int, char **argv) {
  show(stages(size(argv, 1)));
  show(turns(size(argv, 1)));
}
