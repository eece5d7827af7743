// Tables of a dynamic program as most write them: rows of m + 1 elements,
// counters of type size_t that run up to n, which is the length of a text.
// contracted: 2
// sizes: 0,0 0,3 1,1 1,7 2,2 3,5 9,4 17,11 19,23 61,47
// fast: 9
// RUN: %differential %s
#include "Inputs/program.h"
#include <algorithm>
#include <string>
#include <vector>

__attribute__((noinline)) static int distance(const std::string &a,
                                              const std::string &b) {
  size_t n = a.size(), m = b.size();
  std::vector<int> d((n + 1) * (m + 1));
  for (size_t i = 0; i <= n; i++)
    d[i * (m + 1)] = (int)i;
  for (size_t j = 0; j <= m; j++)
    d[j] = (int)j;
  for (size_t i = 1; i <= n; i++)
    for (size_t j = 1; j <= m; j++) {
      int cost = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i * (m + 1) + j] = std::min(
          std::min(d[(i - 1) * (m + 1) + j], d[i * (m + 1) + j - 1]) + 1,
          d[(i - 1) * (m + 1) + j - 1] + cost);
    }
  return d[n * (m + 1) + m];
}

__attribute__((noinline)) static long common(const char *a, size_t n,
                                             const char *b, size_t m) {
  std::vector<long> length((n + 1) * (m + 1), 0);
  for (size_t i = 1; i <= n; ++i)
    for (size_t j = 1; j <= m; ++j)
      if (a[i - 1] == b[j - 1])
        length[i * (m + 1) + j] = length[(i - 1) * (m + 1) + j - 1] + 1;
      else
        length[i * (m + 1) + j] = std::max(length[(i - 1) * (m + 1) + j],
                                           length[i * (m + 1) + j - 1]);
  return length[n * (m + 1) + m];
}

__attribute__((noinline)) static double warp(const std::vector<double> &x,
                                             const std::vector<double> &y) {
  size_t n = x.size(), m = y.size();
  std::vector<double> d((n + 1) * (m + 1), 1e300);
  d[0] = 0;
  for (size_t i = 1; i <= n; ++i)
    for (size_t j = 1; j <= m; ++j) {
      double step = x[i - 1] - y[j - 1];
      d[i * (m + 1) + j] =
          step * step +
          std::min(d[(i - 1) * (m + 1) + j - 1],
                   std::min(d[(i - 1) * (m + 1) + j], d[i * (m + 1) + j - 1]));
    }
  return d[n * (m + 1) + m];
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2);
  std::string a, b;
  std::vector<double> x, y;
  for (long i = 0; i < n; i++) {
    a += "abcd"[i * i % 7 % 4];
    x.push_back(i * 5 % 11);
  }
  for (long j = 0; j < m; j++) {
    b += "abcd"[j * 3 % 5 % 4];
    y.push_back(j * 7 % 13);
  }
  show(distance(a, b));
  show(common(a.data(), n, b.data(), m));
  show(warp(x, y));
}
