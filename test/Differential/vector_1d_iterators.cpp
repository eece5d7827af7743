// Pointers and iterators are counted up, and what <algorithm> and <numeric>
// have does so: in one dimension, by one or several elements, up and down.
// contracted: 9
// sizes: 0 1 2 3 4 5 7 8 16 17 64 65 101 1000 1009
// fast: 8
// RUN: %differential %s
#include "Inputs/program.h"
#include <algorithm>
#include <numeric>
#include <vector>

__attribute__((noinline)) static double ranges(int n, const double *in,
                                               double *out) {
  std::vector<double> a(n), b(n);
  int i = 0;
  for (double &x : a)
    x = in[i++] * 2;
  for (int k = 1; k < n; k++)
    b[k] = a[k] - a[k - 1];
  double sum = 0;
  for (double x : b) {
    *out++ = x + 1;
    sum += x;
  }
  return sum;
}

__attribute__((noinline)) static void pointers(long n, const double *in,
                                               double *out) {
  double *a = new double[n + 1], *b = new double[n + 1];
  for (double *p = a; p != a + n; ++p)
    *p = *in++ * 2;
  for (long k = 1; k < n; k++)
    b[k] = a[k] - a[k - 1];
  b[0] = 0;
  for (double *p = b, *e = b + n; p < e; ++p)
    *out++ = *p + 1;
  delete[] a;
  delete[] b;
}

// Backwards, and every other element.
__attribute__((noinline)) static double steps(unsigned n, const double *in) {
  std::vector<double> a(2 * size_t(n)), b(n);
  double *q = a.data() + 2 * size_t(n);
  while (q != a.data()) {
    q -= 2;
    q[0] = *in++;
    q[1] = q[0] + 1;
  }
  for (unsigned k = 0; k < n; k++)
    b[k] = a[2 * k] * a[2 * k + 1];
  double sum = 0;
  for (auto i = b.rbegin(); i != b.rend(); ++i)
    sum = sum * 0.5 + *i;
  return sum;
}

__attribute__((noinline)) static double algorithms(int n, const double *in,
                                                   double *out) {
  std::vector<double> a(n), b(n), c(n, 1.5);
  std::transform(in, in + n, a.begin(), [](double x) { return 2 * x; });
  std::transform(a.begin(), a.end(), b.begin(),
                 [](double x) { return x * x + 1; });
  for (int k = 0; k + 1 < n; k++)
    c[k] = b[k] / b[k + 1];
  std::copy(c.begin(), c.end(), out);
  return std::accumulate(c.begin(), c.end(), 0.0);
}

// Between borders, up to an end that is computed in another way.
__attribute__((noinline)) static double inner(long n, const double *in) {
  std::vector<double> a(n + 2), b(n + 2);
  for (double *p = a.data() + 1, *e = a.data() + (n + 1); p != e; ++p)
    *p = *in++;
  for (long k = 1; k <= n; k++)
    b[k] = a[k - 1] + a[k + 1];
  double sum = 0;
  for (long k = 0; k < n + 2; k++)
    sum = sum * 0.5 + b[k];
  return sum;
}

// Ends where something is found: such loops stay as they are.
__attribute__((noinline)) static long search(int n, const double *in) {
  std::vector<double> a(in, in + n);
  for (double &x : a)
    x = x * 3 - 1;
  return std::find(a.begin(), a.end(), 2.0) - a.begin();
}

int main(int, char **argv) {
  long n = size(argv, 1);
  std::vector<double> in(2 * n + 2), out(n + 1);
  for (long i = 0; i < 2 * n + 2; i++)
    in[i] = (i * 37 % 101) * 0.25;
  show(ranges(int(n), in.data(), out.data()));
  for (long i = 0; i < n; i++)
    show(out[i]);
  pointers(n, in.data(), out.data());
  for (long i = 0; i < n; i++)
    show(out[i]);
  show(steps(unsigned(n), in.data()));
  show(algorithms(int(n), in.data(), out.data()));
  for (long i = 0; i < n; i++)
    show(out[i]);
  show(inner(n, in.data()));
  show(double(search(int(n), in.data())));
}
