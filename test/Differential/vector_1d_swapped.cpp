// Vectors change places after each step, by std::swap or their own function;
// one of them may be gone in front of the loop that reads the other. For no
// elements, nothing is allocated.
// contracted: 4
// sizes: 0,0 0,3 1,1 2,1 5,0 5,1 5,2 7,3 8,4 64,5 101,6 101,7 1000,12 1000,13
// fast: 8
// RUN: %differential %s
#include "Inputs/program.h"
#include <utility>
#include <vector>

__attribute__((noinline)) static double two(int n, int steps) {
  std::vector<double> a(n), b(n);
  for (int i = 0; i < n; i++)
    a[i] = (i * 37 % 101) * 0.01;
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
    std::swap(a, b);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * (i % 7);
  return sum;
}

__attribute__((noinline)) static double three(long n, long steps) {
  std::vector<float> a(n + 1), b(n + 1), c(n + 1);
  for (long i = 0; i <= n; i++)
    a[i] = b[i] = c[i] = i % 11;
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n; i++)
      c[i] = 0.5f * b[i] + 0.25f * (a[i - 1] + b[i + 1]);
    a.swap(b);
    b.swap(c);
  }
  double sum = 0;
  for (float x : b)
    sum = sum * 0.75 + x;
  return sum;
}

/// Its other vector is gone before this one is looked at.
static std::vector<double> heat(int n, int steps) {
  std::vector<double> now(n), next(n);
  for (int i = 0; i < n; i++)
    now[i] = next[i] = i * 13 % 29;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      next[i] = 0.5 * now[i] + 0.25 * (now[i - 1] + now[i + 1]);
    now.swap(next);
  }
  return now;
}

__attribute__((noinline)) static double returned(int n, int steps) {
  std::vector<double> u = heat(n, steps);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.5 + u[i];
  show(sum);
  return sum + u.size();
}

int main(int argc, char **argv) {
  int n = size(argv, 1), steps = size(argv, 2);
  show(two(n, steps));
  show(three(n, steps));
  show(returned(n, steps));
}
