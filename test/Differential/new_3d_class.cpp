// A class around an array in new[], with subscript operators.
// contracted: 1
// sizes: 0 1 2 3 7 20 33
// RUN: %differential %s
#include "Inputs/program.h"

class Cube {
  long n;
  double *cells;

public:
  explicit Cube(long n) : n(n), cells(new double[n * n * n]) {}
  Cube(const Cube &) = delete;
  ~Cube() { delete[] cells; }
  double &operator()(long i, long j, long k) {
    return cells[(i * n + j) * n + k];
  }
};

static double f(long n) {
  Cube a(n + 1);
  for (long j = 0; j <= n; j++)
    for (long k = 0; k <= n; k++)
      a(0, j, k) = j - k * 0.5;
  for (long i = 1; i <= n; i++)
    for (long j = 0; j <= n; j++)
      for (long k = 0; k <= n; k++)
        a(i, j, k) = a(i - 1, j, k) * 0.75 + i;
  double sum = 0;
  for (long j = 0; j <= n; j++)
    for (long k = 0; k <= n; k++)
      sum += a(n, j, k);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
