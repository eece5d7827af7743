// Vectors of vectors of which something is not what it would have to be for the
// rows to lie behind each other, or where somebody could tell. Beside each is
// an array that becomes smaller, without which nothing would change.
// contracted: 7
// sizes: 1,1 1,5 5,0 2,2 5,7 16,33 64,31 97,101
// fast: 16
// RUN: %differential %s
#include "Inputs/images.h"
#include <numeric>
#include <utility>

static double sum_of(const Image &a, long n, long m) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      sum = sum * 0.5 + a[i][j];
  return sum;
}

// Two rows change places.
__attribute__((noinline)) static double exchanged(long n, long m) {
  Image a(n, std::vector<double>(m));
  fill(a, n, m);
  std::swap(a[0], a[n - 1]);
  double sum = sum_of(a, n, m);
  BESIDE(sum)
  return sum;
}

// One row is longer, another one shorter than the others.
__attribute__((noinline)) static double resized(long n, long m) {
  Image a(n, std::vector<double>(m));
  fill(a, n, m);
  a[0].push_back(n);
  if (m > 1)
    a[n - 1].pop_back();
  double sum = a[0].back() + a[0].size() + a[n - 1].size();
  BESIDE(sum)
  return sum;
}

// Rows of different lengths.
__attribute__((noinline)) static double triangle(long n) {
  Image a(n);
  for (long i = 0; i < n; i++)
    a[i] = std::vector<double>(i + 1, 1.0);
  for (long i = 1; i < n; i++)
    for (long j = 1; j < i; j++)
      a[i][j] = a[i - 1][j - 1] + a[i - 1][j];
  double sum = a[n - 1][n / 2];
  BESIDE(sum)
  return sum;
}

// A row is given away.
__attribute__((noinline)) static double moved(long n, long m) {
  std::vector<double> last;
  double sum = 0;
  {
    Image a(n, std::vector<double>(m));
    fill(a, n, m);
    last = std::move(a[n - 1]);
    sum = a[n - 1].size();
  }
  for (double x : last)
    sum = sum * 0.5 + x;
  BESIDE(sum)
  return sum;
}

// Somebody else looks at the vectors.
__attribute__((noinline)) static double look(const Image &a) {
  return std::accumulate(a[0].begin(), a[0].end(), double(a.size()));
}

__attribute__((noinline)) static double seen(long n, long m) {
  Image a(n, std::vector<double>(m));
  fill(a, n, m);
  double sum = look(a);
  BESIDE(sum)
  return sum;
}

// Rows without elements have no memory.
__attribute__((noinline)) static double empty(long n, long m) {
  Image a(n, std::vector<double>(m));
  fill(a, n, m);
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += a[i].data() == nullptr ? 1 : 2;
  sum += a[n - 1].empty() + a[n / 2].capacity();
  BESIDE(sum)
  return sum;
}

// The end of one row is not the beginning of the next.
__attribute__((noinline)) static double apart(long n, long m) {
  Image a(n, std::vector<double>(m));
  fill(a, n, m);
  double sum = sum_of(a, n, m);
  if (n > 1 && m > 0 && a[0].data() + m == a[1].data())
    sum += 1000;
  BESIDE(sum)
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2);
  show(exchanged(n, m));
  show(resized(n, m));
  show(triangle(n));
  show(moved(n, m));
  show(seen(n, m));
  show(empty(n, m));
  show(apart(n, m));
}
