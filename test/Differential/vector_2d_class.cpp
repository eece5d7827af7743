// Grids of a class around std::vector, in turns, in a loop that allocates them
// anew; a grid may have no points.
// contracted: 2
// sizes: 0,4 1,2 2,3 3,3 6,5 25,4
// RUN: %differential %s
#include "Inputs/program.h"
#include <vector>

class Grid {
  long n;
  std::vector<double> points;

public:
  explicit Grid(long n) : n(n), points(n * n, 0.0) {}
  double &operator()(long y, long x) { return points[y * n + x]; }
};

static double relaxed(long n, long number) {
  Grid a(n), b(n);
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++)
      a(y, x) = (y * 3 + x * number) % 7;
  for (long y = 1; y < n - 1; y++)
    for (long x = 1; x < n - 1; x++)
      b(y, x) = 0.25 * (a(y - 1, x) + a(y + 1, x) + a(y, x - 1) + a(y, x + 1));
  double sum = 0;
  for (long y = 1; y < n - 1; y++)
    for (long x = 1; x < n - 1; x++)
      sum = sum * 0.5 + b(y, x - 1) - b(y, x);
  return sum;
}

int main(int argc, char **argv) {
  double sum = 0;
  for (long number = 0; number < size(argv, 2); number++)
    sum = sum * 0.75 + relaxed(size(argv, 1) - number % 2, number);
  show(sum);
}
