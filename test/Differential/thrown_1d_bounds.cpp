// How often a loop runs bounds a size, but not in front of a call that throws
// something before it gets to the loop.
// contracted: 1
// sizes: 0,5 1,0 2,7 3,1 64,100 500,3
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void check(long rest, long n) {
  printf("%ld\n", rest);
  if (n < 0)
    throw 1;
}

__attribute__((noinline)) static double f(long n, long m, double *sums) {
  for (long j = 0; j < 3; j++) {
    long rest = j % n;
    check(rest, n);
    long i = 0;
    do
      sums[i] += rest;
    while (++i != n);
  }
  double *a = new double[m + 100];
  double sum = 0;
  for (long i = 0; i < m; i++)
    a[i] = i * 2;
  for (long i = 0; i < m; i++)
    sum = sum * 0.5 + a[i];
  delete[] a;
  return sum;
}

int main(int argc, char **argv) {
  double *sums = (double *)calloc(size(argv, 2) + 10, sizeof(double));
  const long lengths[] = {1, 2, size(argv, 2) + 1, -5, -1};
  for (long n : lengths)
    try {
      show(f(n, size(argv, 1), sums));
    } catch (int) {
      puts("caught");
    }
  for (long i = 0; i < size(argv, 2); i++)
    show(sums[i]);
  free(sums);
}
