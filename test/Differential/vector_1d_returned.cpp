// Vectors that are returned: where they begin is written to memory of the
// caller by a call that may throw, and read from there.
// contracted: 0
// removed: 2
// sizes: 0,0 0,3 1,0 1,1 2,3 3,2 7,5 17,4 64,31 101,8
// RUN: %differential %s
#include "Inputs/program.h"
#include <vector>

using Row = std::vector<double>;

__attribute__((noinline)) static Row discount(const Row &s, size_t paths,
                                              size_t years, double rate) {
  Row factor(years + 1, 1.0);
  for (size_t t = 1; t <= years; ++t)
    factor[t] = factor[t - 1] / (1.0 + rate);
  Row value(paths, 0.0);
  for (size_t p = 0; p < paths; ++p)
    for (size_t t = 1; t <= years; ++t)
      value[p] += factor[t] * s[p * (years + 1) + t];
  return value;
}

// The same in turns.
__attribute__((noinline)) static Row iterate(const Row &m, size_t n,
                                             int steps) {
  Row v(n, 0.5);
  for (int step = 0; step < steps; ++step) {
    Row w(n, 0.0);
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j)
        w[i] += m[i * n + j] * v[j];
    double norm = 1.0;
    for (double x : w)
      norm += x * x;
    for (size_t i = 0; i < n; ++i)
      v[i] = w[i] / norm;
  }
  return v;
}

int main(int argc, char **argv) {
  size_t paths = size(argv, 1), years = size(argv, 2);
  Row s(paths * (years + 1));
  for (size_t i = 0; i < s.size(); i++)
    s[i] = double(i % 13) - 4;
  Row value = discount(s, paths, years, 0.05);
  printf("%zu\n", value.size());
  for (double x : value)
    show(x);
  Row m(years * years, 0.25);
  Row v = iterate(m, years, 5);
  printf("%zu\n", v.size());
  for (double x : v)
    show(x);
}
