// Vectors that get their size later, by resize or assign, in a class, too,
// where exceptions may come in between; and such that are not empty then.
// contracted: 8
// sizes: 0,0 0,3 1,1 2,1 3,2 5,2 7,3 8,4 64,5 101,6 1000,12 1009,13
// RUN: %differential %s
#include "Inputs/program.h"
#include <vector>

__attribute__((noinline)) static double resized(int n) {
  std::vector<double> a, b;
  a.resize(n);
  b.resize(n);
  for (int i = 0; i < n; i++)
    a[i] = (i * 37 % 101) * 0.01;
  for (int i = 1; i < n - 1; i++)
    b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += b[i] * (i % 7);
  return sum;
}

__attribute__((noinline)) static float assigned(unsigned long n) {
  std::vector<float> a, b;
  a.assign(n, 0.5f);
  b.assign(n + 3, 0);
  for (unsigned long i = 0; i < n; i++)
    a[i] += (i * 13 % 11) * 0.5f;
  for (unsigned long i = 0; i < n; i++)
    b[i + 1] = a[i] * 3;
  float sum = 0;
  for (unsigned long i = 0; i + 2 < n; i++)
    sum += b[i] - b[i + 2];
  return sum;
}

// Sizes that are not that of the array that is read, and a size of zero for one
// of them alone.
__attribute__((noinline)) static double other(int n, int m) {
  std::vector<double> a, b;
  a.resize(m);
  b.resize(n);
  for (int i = 0; i < m; i++)
    a[i] = i * 0.5;
  for (int i = 0; i < n; i++)
    b[i] = i < m ? a[i] * 2 : 1;
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += b[i];
  return sum;
}

// What was there stays.
__attribute__((noinline)) static double grown(int n) {
  std::vector<double> a(n / 2, 1.5);
  a.resize(n);
  std::vector<double> b(n);
  for (int i = 0; i < n; i++)
    b[i] = a[i] + i;
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += b[i] * a[i];
  return sum;
}

class Signal {
public:
  explicit Signal(int n) {
    if (n < 0)
      throw 1;
    Values.resize(n);
    Smooth.resize(n);
  }
  double run() {
    int n = Values.size();
    for (int i = 0; i < n; i++)
      Values[i] = (i * 7 % 13) * 0.25;
    for (int i = 1; i < n; i++)
      Smooth[i] = Values[i] + Values[i - 1];
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += Smooth[i];
    return sum;
  }

private:
  std::vector<double> Values, Smooth;
};

__attribute__((noinline)) static double member(int n) {
  return Signal(n).run();
}

int main(int, char **argv) {
  int n = size(argv, 1), m = size(argv, 2);
  try {
    resized(-1 - n);
  } catch (...) {
    printf("too long\n");
  }
  printf("%a %a %a %a %a\n", resized(n), (double)assigned(n), other(n, m),
         grown(n), member(n));
}
