// Vectors of vectors that get their size later.
// contracted: 4
// sizes: 0,0 0,3 3,0 1,1 2,1 2,5 5,5 6,7 17,23 64,65 101,97
// RUN: %differential %s
#include "Inputs/program.h"
#include <vector>

using Grid = std::vector<std::vector<double>>;

__attribute__((noinline)) static double resized(int n, int m) {
  Grid a, b;
  a.resize(n, std::vector<double>(m));
  b.resize(n, std::vector<double>(m));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = (i * 37 + j * 11) % 101;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += b[i][j] * (j % 3);
  return sum;
}

__attribute__((noinline)) static double assigned(int n, int m) {
  Grid a, b;
  a.assign(n, std::vector<double>(m, 0.5));
  b.assign(n, std::vector<double>(m, 0.0));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] += (i * 5 + j) % 17;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i][j] = a[i][j] - a[i - 1][j];
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += b[i][j];
  return sum;
}

// Another one is read in turn.
__attribute__((noinline)) static double more(int n, int m) {
  Grid a(n / 2, std::vector<double>(m, 2.0)), b;
  a.resize(n, std::vector<double>(m, 1.0));
  b.resize(n, std::vector<double>(m));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i][j] = a[i][j] * 2;
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += b[i][j] + a[i][j];
  return sum;
}

int main(int, char **argv) {
  int n = size(argv, 1), m = size(argv, 2);
  printf("%a %a %a\n", resized(n, m), assigned(n, m), more(n, m));
}
