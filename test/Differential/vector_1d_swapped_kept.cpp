// Vectors change places, and somebody could tell a vector of no elements from
// none: these stay null where they are empty. What is contracted is between the
// first two loops.
// contracted: 4
// sizes: 0,0 0,1 0,3 1,0 1,2 2,1 5,4 64,5 101,6
// RUN: %differential %s
#include "Inputs/program.h"
#include <utility>
#include <vector>

/// Vectors of different sizes: one may be empty where the other is not.
__attribute__((noinline)) static double unlike(int n, int m, int steps) {
  std::vector<double> a(n), b(m);
  std::vector<double> first(n);
  for (int i = 0; i < n; i++)
    first[i] = i * 7 % 5;
  for (int i = 0; i < n; i++)
    a[i] = first[i] + 1;
  for (int i = 0; i < m; i++)
    b[i] = i + 3;
  for (int t = 0; t < steps; t++) {
    double *p = a.data();
    for (size_t i = 0; i < a.size(); i++)
      p[i] = p[i] * 0.5 + t;
    std::swap(a, b);
  }
  double sum = a.data() == nullptr ? 1000 : 2000;
  for (double x : a)
    sum = sum * 0.5 + x;
  return sum + (b.data() == nullptr ? 4000 : 8000);
}

/// Compares vectors that change places with each other: all are null.
__attribute__((noinline)) static double compared(int n, int steps) {
  std::vector<double> a(n), b(n);
  const double *before = a.data();
  std::vector<double> first(n);
  for (int i = 0; i < n; i++)
    first[i] = i * 7 % 5;
  for (int i = 0; i < n; i++)
    a[i] = b[i] = first[i];
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n; i++)
      b[i] = 0.5 * a[i - 1] + 0.5 * b[i];
    std::swap(a, b);
  }
  double sum = a.data() == b.data() ? 1000 : 2000;
  sum += a.data() == before ? 10000 : 20000;
  sum += (&*b.end() - &*a.begin() == 0) ? 100000 : 200000;
  for (double x : a)
    sum = sum * 0.5 + x;
  return sum;
}

/// The same before they have changed places.
__attribute__((noinline)) static double told(int n, int steps) {
  std::vector<double> a(n), b(n), first(n);
  for (int i = 0; i < n; i++)
    first[i] = i * 7 % 5;
  for (int i = 0; i < n; i++)
    a[i] = b[i] = first[i];
  double sum = a.data() == b.data() ? 1000 : 2000;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n; i++)
      b[i] = 0.5 * a[i - 1] + 0.5 * b[i];
    a.swap(b);
  }
  for (int i = 0; i < n; i++)
    sum = sum * 0.5 + a[i];
  return sum;
}

/// A pair that does not change places together: what is subtracted is of two
/// vectors.
__attribute__((noinline)) static double crossed(int n, int steps) {
  std::vector<double> a(n), b(n);
  double *begin = a.data(), *other = b.data();
  double *end = a.data() + n, *others = b.data() + n;
  std::vector<double> first(n);
  for (int i = 0; i < n; i++)
    first[i] = i * 7 % 5;
  for (int i = 0; i < n; i++)
    begin[i] = other[i] = first[i];
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n; i++)
      other[i] = 0.5 * begin[i - 1] + i;
    std::swap(begin, other);
    if (t % 3 == 0)
      std::swap(end, others);
  }
  return (end == begin ? 1 : 2) + (end == other ? 10 : 20) +
         (others == other ? 100 : 200) + (n > 0 ? begin[n - 1] : 0);
}

int main(int argc, char **argv) {
  int n = size(argv, 1), steps = size(argv, 2);
  show(unlike(n, steps, steps));
  show(unlike(steps, n, steps));
  show(unlike(n, n, steps));
  show(compared(n, steps));
  show(told(n, steps));
  show(crossed(n, steps));
}
