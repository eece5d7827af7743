// Arrays from new change places after each step; they are deleted whichever is
// which.
// contracted: 2
// sizes: 0,0 1,1 2,1 5,0 5,1 5,2 7,3 8,4 64,5 101,6 101,7 1000,12 1000,13
// fast: 7
// RUN: %differential %s
#include "Inputs/program.h"
#include <utility>

static double two(int n, int steps) {
  double *a = new double[n], *b = new double[n];
  for (int i = 0; i < n; i++) {
    a[i] = (i * 37 % 101) * 0.01;
    b[i] = a[i];
  }
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
    std::swap(a, b);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * (i % 7);
  delete[] a;
  delete[] b;
  return sum;
}

// In these the inner loop begins where the outer one does.
static double three(long n, long steps) {
  float *a = new float[n + 1], *b = new float[n + 1], *c = new float[n + 1];
  for (long i = 0; i <= n; i++)
    a[i] = b[i] = c[i] = i % 11;
  for (long t = 0; t < steps; t++) {
    long i = 1;
    while (i < n) {
      c[i] = 0.5f * b[i] + 0.25f * (a[i - 1] + b[i + 1]);
      i++;
    }
    std::swap(a, b);
    std::swap(b, c);
  }
  double sum = 0;
  for (long i = 0; i <= n; i++)
    sum = sum * 0.75 + b[i];
  delete[] a;
  delete[] b;
  delete[] c;
  return sum;
}

int main(int argc, char **argv) {
  show(two(size(argv, 1), size(argv, 2)));
  show(three(size(argv, 1), size(argv, 2)));
}
