// Something that may throw lies between the allocation and the loops.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"
#include <stdexcept>

__attribute__((noinline)) static long checked(long n) {
  if (n == 3)
    throw std::runtime_error("three");
  return n;
}

struct Row {
  double *cells;
  explicit Row(long n) : cells(new double[n]) {}
  ~Row() { delete[] cells; }
};

static double f(long n) {
  Row row((n + 1) * (n + 1));
  double *a = row.cells;
  long m = checked(n);
  for (long j = 0; j <= m; j++)
    a[j] = j;
  for (long i = 1; i <= m; i++)
    for (long j = 0; j <= m; j++)
      a[i * (m + 1) + j] = a[(i - 1) * (m + 1) + j] * 0.5 + j;
  return a[m * (m + 1) + m];
}

int main(int argc, char **argv) {
  try {
    show(f(size(argv, 1)));
  } catch (const std::exception &e) {
    printf("%s\n", e.what());
  }
}
