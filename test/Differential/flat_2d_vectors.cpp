// Vectors in a class with rows and columns, of which some loops run over all
// elements: by number, by range, and in algorithms.
// contracted: 6
// sizes: 0,0 0,5 5,0 1,1 1,7 7,1 2,5 5,2 5,5 5,6 7,7 16,15 33,29 29,97
// fast: 5
// RUN: %differential %s
#include "Inputs/program.h"
#include <algorithm>
#include <vector>

class Grid {
  int Columns;
  std::vector<double> Values;

public:
  Grid(int Rows, int Columns)
      : Columns(Columns), Values(size_t(Rows) * Columns) {}
  double &operator()(int Y, int X) { return Values[size_t(Y) * Columns + X]; }
  double &operator[](size_t I) { return Values[I]; }
  size_t size() const { return Values.size(); }
};

__attribute__((noinline)) static double grids(int h, int w) {
  Grid a(h, w), b(h, w), c(h, w);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = 0.1 * (i % 77);
  for (int y = 1; y < h - 1; ++y)
    for (int x = 1; x < w - 1; ++x)
      b(y, x) = a(y - 1, x) + a(y + 1, x) + a(y, x - 1) - 4 * a(y, x);
  for (size_t i = 0; i < a.size(); ++i)
    c[i] = a[i] + 0.1 * b[i];
  double sum = 0;
  for (size_t i = 0; i < c.size(); ++i)
    sum += c[i];
  return sum;
}

__attribute__((noinline)) static double ranges(int h, int w) {
  std::vector<double> a(h * w), b(h * w), c(h * w);
  for (size_t i = 0; i < a.size(); i++)
    a[i] = i % 101 * 0.25;
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      b[y * w + x] = a[(y - 1) * w + x] + a[(y + 1) * w + x] - a[y * w + x - 1];
  for (double &v : b)
    v *= 0.5;
  std::transform(a.begin(), a.end(), b.begin(), c.begin(),
                 [](double p, double q) { return p - q; });
  double sum = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      sum = sum * 0.5 + c[y * w + x];
  return sum;
}

int main(int, char **argv) {
  int h = size(argv, 1), w = size(argv, 2);
  show(grids(h, w));
  show(ranges(h, w));
}
