// A loop over all elements of an array runs where loops over its rows do not:
// where both sizes are negative. And the other way round, where their product
// wraps around to zero.
// RUN: env SMOLLY_OPTIONS=always,count-runs %c_and_plugin -O2 %s -o %t
// RUN: %t 3 2 3 2>&1 | FileCheck %s --check-prefix=POSITIVE
// RUN: %t -3 -2 -3 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: timeout 60 %t 4294967296 4294967296 0 2>&1 | FileCheck %s --check-prefix=LARGE
// POSITIVE-DAG: smolly: 2 runs of rewritten loops
// POSITIVE-DAG: total 50
// POSITIVE-DAG: 2 6 10 14 18 22
// NEGATIVE-DAG: smolly: 0 runs of rewritten loops
// NEGATIVE-DAG: total 21
// NEGATIVE-DAG: 1 3 5 7 9 11
// LARGE-DAG: smolly: 0 runs of rewritten loops
// LARGE-DAG: total 0
// LARGE-DAG: 0 0 0 0 0 0
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static long measured(long n) {
  fputs("measured\n", stderr);
  return n;
}

__attribute__((noinline)) void copy(long h, long w, long rows, const double *in,
                                    double *out) {
  h = measured(h);
  double *a = malloc(sizeof(double) * h * w);
  for (long i = 0; i < h * w; i++)
    a[i] = in[i];
  for (long y = 0; y < rows; y++)
    for (long x = 0; x < w; x++)
      a[y * w + x] *= 2;
  for (long i = 0; i < h * w; i++)
    out[i] = a[i];
  free(a);
}

// No array that others could overlap with, of which the ends would be asked
// for.
__attribute__((noinline)) double total(long h, long w, long rows) {
  h = measured(h);
  double *a = malloc(sizeof(double) * h * w), sum = 0;
  for (long i = 0; i < h * w; i++)
    a[i] = i + 1;
  for (long y = 0; y < rows; y++)
    for (long x = 0; x < w; x++)
      a[y * w + x] *= y + 1;
  for (long i = 0; i < h * w; i++)
    sum += a[i];
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  double in[] = {1, 3, 5, 7, 9, 11}, out[6] = {0};
  copy(atol(argv[1]), atol(argv[2]), atol(argv[3]), in, out);
  printf("total %g\n", total(atol(argv[1]), atol(argv[2]), atol(argv[3])));
  for (int i = 0; i < 6; i++)
    printf("%g ", out[i]);
  puts("");
}
