// Value-initialised arrays in what may throw.
// contracted: 2
// RUN: %differential %s
#include "Inputs/program.h"
#include <memory>
#include <new>

static double f(long n) {
  try {
    double *a = new double[(n + 1) * (n + 1)]();
    for (long i = 1; i <= n; i++)
      for (long j = 1; j <= n; j++)
        a[i * (n + 1) + j] = a[(i - 1) * (n + 1) + j] * 0.5 +
                             a[i * (n + 1) + j - 1] * 0.25 + i - j;
    double last = a[n * (n + 1) + n];
    delete[] a;
    return last;
  } catch (const std::bad_alloc &) {
    return -1;
  }
}
static double g(long n) {
  auto a = std::make_unique<double[]>((n + 1) * (n + 1));
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      a[i * (n + 1) + j] = a[(i - 1) * (n + 1) + j] * 0.5 +
                           a[i * (n + 1) + j - 1] * 0.25 + i - j;
  return a[n * (n + 1) + n];
}
int main(int argc, char **argv) { show(f(size(argv, 1)) + g(size(argv, 1))); }
