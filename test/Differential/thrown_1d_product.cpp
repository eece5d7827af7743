// The bound of a loop over all elements is a product of what a call gives that
// may throw something, right in front of the loop.
// contracted: 3
// sizes: 0,1 1,1 7,2 20,3 64,10 501,7
// RUN: %differential %s
#include "Inputs/program.h"

struct Message {
  int k;
  __attribute__((noinline)) ~Message() { printf("%d\n", k); }
};

__attribute__((noinline)) static int checked(int k) {
  if (k < 0)
    throw k;
  return k;
}

__attribute__((noinline)) static double f(int n, int m, int steps) {
  Message message{1};
  double *a = new double[n + 2], *b = new double[n + 2];
  for (int i = 0; i <= n + 1; i++)
    a[i] = b[i] = i % 13;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= n; i++)
      b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
    double *other = a;
    a = b;
    b = other;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.5 + a[i];
  delete[] a;
  delete[] b;
  double *c = new double[n + 100];
  int i = 0;
  int w = checked(n / m);
  for (; i < w * m; i++)
    c[i] = i * 2;
  for (int i = 0; i < w * m; i++)
    sum = sum * 0.5 + c[i];
  delete[] c;
  return sum;
}

int main(int argc, char **argv) {
  int n = size(argv, 1), m = size(argv, 2);
  show(f(n, m, 5));
  show(f(n, m, 4));
}
