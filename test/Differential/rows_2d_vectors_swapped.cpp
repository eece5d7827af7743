// Vectors of vectors change places after each step. What is printed may throw:
// all of them are freed on two ways.
// contracted: 2
// sizes: 0,0,0 0,3,2 3,0,2 1,1,1 2,1,3 5,4,0 5,4,1 5,4,2 7,9,3 16,13,6 33,40,7
// fast: 9
// RUN: %differential %s
#include "Inputs/images.h"
#include <utility>

using Grid = std::vector<std::vector<double>>;

__attribute__((noinline)) static double heat(int h, int w, int steps) {
  Grid u(h, std::vector<double>(w)), next(h, std::vector<double>(w));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      u[y][x] = next[y][x] = (y * 37 + x * 11) % 101;
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        next[y][x] =
            0.25 * (u[y - 1][x] + u[y + 1][x] + u[y][x - 1] + u[y][x + 1]);
    std::swap(u, next);
  }
  double sum = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      sum = sum * 0.75 + u[y][x];
  show(sum);
  return sum;
}

/// Rows in a loop over a range, and a size that is asked for.
__attribute__((noinline)) static double smooth(size_t h, size_t w, int steps) {
  std::vector<std::vector<float>> a(h, std::vector<float>(w));
  std::vector<std::vector<float>> b(h, std::vector<float>(w));
  for (size_t y = 0; y < a.size(); y++)
    for (size_t x = 0; x < w; x++)
      a[y][x] = b[y][x] = (y * 5 + x * 3) % 17;
  for (int t = 0; t < steps; t++) {
    for (size_t y = 1; y < h; y++)
      for (size_t x = 0; x < w; x++)
        b[y][x] = 0.5f * (a[y][x] + a[y - 1][x]);
    a.swap(b);
  }
  double sum = a.size() + 1000.0 * b.size();
  for (const std::vector<float> &row : a)
    for (float x : row)
      sum = sum * 0.5 + x;
  return sum;
}

/// Vectors of vectors whose rows are not of one size stay as they are.
__attribute__((noinline)) static double unlike(int h, int w, int steps) {
  Grid a(h, std::vector<double>(w)), b(h + 1, std::vector<double>(w + 1));
  long n = h;
  double sum = 0;
  BESIDE(sum)
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y][x] = b[y][x] = x * 7 % 5 + y;
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < (int)a.size(); y++)
      for (int x = 1; x < (int)a[y].size(); x++)
        a[y][x] = 0.5 * a[y][x - 1] + 0.25 * a[y][x];
    std::swap(a, b);
  }
  for (const std::vector<double> &row : a)
    for (double x : row)
      sum = sum * 0.75 + x;
  return sum + a.size() * 1000.0 + b.size();
}

int main(int argc, char **argv) {
  int h = size(argv, 1), w = size(argv, 2), steps = size(argv, 3);
  show(heat(h, w, steps));
  show(smooth(h, w, steps));
  show(unlike(h, w, steps));
}
