// Vectors of vectors: in loops over rows and columns, in a class, copied back
// after each time step, given back by functions, and walked through.
// contracted: 8
// sizes: 0,0 1,1 1,5 5,1 2,2 5,7 16,33 64,31 97,101
// fast: 9
// RUN: %differential %s
#include "Inputs/program.h"
#include <vector>

using Image = std::vector<std::vector<double>>;

__attribute__((noinline)) static double stages(size_t n, size_t m) {
  Image a(n, std::vector<double>(m)), b(n, std::vector<double>(m));
  for (size_t i = 0; i < a.size(); i++)
    for (size_t j = 0; j < a[i].size(); j++)
      a[i][j] = (i * 3 + j * 5) % 17;
  for (size_t i = 1; i + 1 < n; i++)
    for (size_t j = 0; j < m; j++)
      b[i][j] = a[i - 1][j] + 2 * a[i][j] + a[i + 1][j];
  double sum = 0;
  for (size_t i = 1; i + 1 < n; i++)
    for (size_t j = 1; j + 1 < m; j++)
      sum = sum * 0.99 + b[i][j - 1] + 2 * b[i][j] + b[i][j + 1];
  return sum;
}

class Matrix {
public:
  Matrix(int n, int m) : rows(n, std::vector<float>(m, 0.5f)) {}
  std::vector<float> &operator[](int i) { return rows[i]; }
  const std::vector<float> &operator[](int i) const { return rows[i]; }
  int height() const { return rows.size(); }
  int width() const { return rows.empty() ? 0 : rows[0].size(); }

private:
  std::vector<std::vector<float>> rows;
};

static void fill(Matrix &to) {
  for (int i = 0; i < to.height(); i++)
    for (int j = 0; j < to.width(); j++)
      to[i][j] += (i * 7 + j) % 13;
}

static float differences(const Matrix &a) {
  float sum = 0;
  for (int i = 1; i < a.height(); i++)
    for (int j = 1; j < a.width(); j++)
      sum = sum * 0.5f + a[i][j] - a[i - 1][j - 1];
  return sum;
}

__attribute__((noinline)) static float matrices(int n, int m) {
  Matrix a(n, m);
  fill(a);
  return differences(a);
}

__attribute__((noinline)) static double heat(int n, int m, int steps) {
  Image u(n, std::vector<double>(m, 0.0)), next(n, std::vector<double>(m, 0.0));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      u[i][j] = (i * 3 + j * 5) % 17;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        next[i][j] =
            0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        u[i][j] = next[i][j];
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += u[i][j];
  return sum;
}

static Image blurred(const Image &in, size_t m) {
  size_t n = in.size();
  Image out(n, std::vector<double>(m));
  for (size_t i = 1; i + 1 < n; i++)
    for (size_t j = 0; j < m; j++)
      out[i][j] = in[i - 1][j] + 2 * in[i][j] + in[i + 1][j];
  return out;
}

__attribute__((noinline)) static double results(size_t n, size_t m) {
  Image a(n, std::vector<double>(m));
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < m; j++)
      a[i][j] = (i * 5 + j * 3) % 17;
  Image b = blurred(a, m);
  double sum = 0;
  for (size_t i = 1; i + 1 < n; i++)
    for (size_t j = 0; j < m; j++)
      sum = sum * 0.5 + b[i][j] - a[i][j];
  return sum;
}

__attribute__((noinline)) static double walks(size_t n, size_t m) {
  std::vector<std::vector<long>> a(n, std::vector<long>(m)),
      b(n, std::vector<long>(m));
  int next = 0;
  for (auto &row : a)
    for (auto &x : row)
      x = next++ % 19;
  for (size_t i = 1; i + 1 < n; i++)
    for (size_t j = 0; j < m; j++)
      b[i][j] = a[i - 1][j] + a[i][j] * long(i) + a[i + 1][j];
  double sum = 0;
  for (const auto &row : b)
    for (long x : row)
      sum = sum * 0.5 + x;
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2);
  show(stages(n, m));
  show(matrices(n, m));
  for (int steps = 0; steps < 4; steps++)
    show(heat(n, m, steps));
  show(results(n, m));
  show(walks(n, m));
}
