// The larger and the smaller of two elements, by reference: of two arrays, of
// an array and a variable, and of several one after the other.
// contracted: 4
// sizes: 0,0 1,1 1,5 5,1 2,2 3,7 7,3 12,11 31,40 64,33
// fast: 7
// RUN: %differential %s
#include "Inputs/program.h"
#include <algorithm>
#include <vector>

__attribute__((noinline)) static int alignment(long n, long m) {
  std::vector<int> t(n * m), u(n * m), v(n * m);
  int best = 0;
  for (long i = 0; i < n; i++)
    t[i * m] = i;
  for (long j = 0; j < m; j++)
    t[j] = j;
  for (long i = 1; i < n; i++)
    for (long j = 1; j < m; j++) {
      int same = t[(i - 1) * m + j - 1] + (int)((i ^ j) % 3);
      u[i * m + j] = std::max(u[i * m + j - 1] - 1, t[i * m + j - 1] - 5);
      v[i * m + j] = std::max(v[(i - 1) * m + j] - 1, t[(i - 1) * m + j] - 5);
      t[i * m + j] =
          std::max(std::max(0, same), std::max(u[i * m + j], v[i * m + j]));
      best = std::max(best, t[i * m + j]);
    }
  return best;
}

// The smaller one is asked for once it has been overwritten, and another one
// than that which was compared.
__attribute__((noinline)) static double later(long n, long m, double *out) {
  std::vector<double> a(n * m), b(n * m);
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      a[i * m + j] = (i * 7 + j * 3) % 11;
      b[i * m + j] = (i * 5 + j * 2) % 13;
    }
  for (long i = 1; i < n; i++)
    for (long j = 0; j < m; j++) {
      const double &least = std::min(a[i * m + j], b[i * m + j]);
      a[i * m + j] += 1;
      sum = sum * 0.5 + least;
      out[j] += std::max(least, a[(i - 1) * m + j]);
    }
  return sum;
}

int main(int, char **argv) {
  long n = size(argv, 1), m = size(argv, 2);
  std::vector<double> out(m + 1);
  show(n > 0 && m > 0 ? alignment(n, m) : 0);
  show(later(n, m, out.data()));
  for (double x : out)
    show(x);
}
