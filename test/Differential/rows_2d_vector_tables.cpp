// Tables of dynamic programs that are vectors of vectors, of rows of m + 1
// elements, with zeros that are read and with other values.
// contracted: 3
// sizes: 0,0 0,3 1,1 1,7 2,2 3,5 9,4 17,11 19,23 61,47
// fast: 9
// RUN: %differential %s
#include "Inputs/program.h"
#include <algorithm>
#include <string>
#include <vector>

__attribute__((noinline)) static int distance(const std::string &a,
                                              const std::string &b) {
  int n = a.size(), m = b.size();
  std::vector<std::vector<int>> d(n + 1, std::vector<int>(m + 1, 0));
  for (int i = 0; i <= n; i++)
    d[i][0] = i;
  for (int j = 0; j <= m; j++)
    d[0][j] = j;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      d[i][j] = std::min(std::min(d[i - 1][j], d[i][j - 1]) + 1,
                         d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
  return d[n][m];
}

__attribute__((noinline)) static long common(const std::string &a,
                                             const std::string &b) {
  std::vector<std::vector<long>> length(a.size() + 1,
                                        std::vector<long>(b.size() + 1));
  for (size_t i = 1; i <= a.size(); ++i)
    for (size_t j = 1; j <= b.size(); ++j)
      if (a[i - 1] == b[j - 1])
        length[i][j] = length[i - 1][j - 1] + 1;
      else
        length[i][j] = std::max(length[i - 1][j], length[i][j - 1]);
  return length[a.size()][b.size()];
}

__attribute__((noinline)) static double warp(const double *x, size_t n,
                                             const double *y, size_t m) {
  std::vector<std::vector<double>> d(n + 1, std::vector<double>(m + 1, 1e300));
  d[0][0] = 0;
  for (size_t i = 1; i <= n; ++i)
    for (size_t j = 1; j <= m; ++j) {
      double step = x[i - 1] - y[j - 1];
      d[i][j] = step * step +
                std::min(d[i - 1][j - 1], std::min(d[i - 1][j], d[i][j - 1]));
    }
  return d[n][m];
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2);
  std::string a(n, 'a'), b(m, 'a');
  std::vector<double> x(n), y(m);
  for (long i = 0; i < n; i++) {
    a[i] = 'a' + i * 7 % 5;
    x[i] = i * 5 % 11;
  }
  for (long j = 0; j < m; j++) {
    b[j] = 'a' + j * 3 % 7;
    y[j] = j * 3 % 13;
  }
  show(distance(a, b));
  show(common(a, b));
  show(warp(x.data(), n, y.data(), m));
}
