// One of two local variables is read right behind a call that changes it and
// may throw something.
// contracted: 1
// sizes: 0,5 1,0 2,7 3,1 64,100 500,3
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void bump(long *p) {
  if (*p > 1000000)
    throw 1;
  *p += 10;
}

__attribute__((noinline)) static double f(long n, long c) {
  double *a = new double[n + 100];
  long x = c * 3, y = c + 7;
  long chosen = -1;
  try {
    bump(&y);
    const long *p;
    y = c + 2;
    x = c * 3;
    if (x < y) {
      p = &x;
      bump(&x);
    } else {
      p = &y;
    }
    chosen = *p;
  } catch (int) {
    chosen = -2;
  }
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = i * 2 + c;
  for (long i = 0; i < n; i++)
    sum = sum * 0.5 + a[i];
  delete[] a;
  return sum + chosen;
}

int main(int argc, char **argv) {
  for (long c = -3; c < size(argv, 2); c++)
    show(f(size(argv, 1), c));
  show(f(size(argv, 1), 1000000));
}
