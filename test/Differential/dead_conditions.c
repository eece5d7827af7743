// Iterations that nobody needs go where their values come from branches on
// data, too; what a branch stores in memory that others see has to stay.
// removed: 7
// contracted: 4
// sizes: 1,0 2,1 3,1 5,3 11,4 23,9
// RUN: %differential %s
#include "Inputs/program.h"

/// Only the rows up to the Kth of the result are used: no others are computed,
/// nor what they are computed of.
__attribute__((noinline)) static double chosen(long n, long k,
                                               const double *restrict in) {
  double (*a)[n] = malloc(n * sizeof *a);
  double (*b)[n] = malloc(n * sizeof *b);
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i][j] = in[i * n + j] * 3;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      b[i][j] = a[i][j] < 20 ? in[i * n] * 2 : a[i][n - 1] + 1;
  for (long i = 0; i <= k; i++)
    for (long j = 0; j < n; j++)
      sum = sum * 0.5 + b[i][j];
  free(a);
  free(b);
  return sum;
}

/// All of what the second loop reads is needed, as others see what it stores
/// now and then, but not all that the first one makes.
__attribute__((noinline)) static double
seen(long n, long k, const double *restrict in, double *restrict peaks) {
  double *a = malloc(n * sizeof *a);
  double *b = malloc(n * sizeof *b);
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = in[i] < 6 ? in[n - 1 - i] * 3 : in[0] / 7;
  for (long i = 0; i < n; i++)
    b[i] = in[i] > 5 ? a[i] * 2 : a[0] - 1;
  for (long i = 0; i < n / 2; i++)
    if (a[i] > 20)
      peaks[i] = a[i];
  for (long i = 0; i <= k; i++)
    sum = sum * 0.5 + b[i];
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), k = size(argv, 2);
  double *in = malloc((n * n + 1) * sizeof *in);
  double *peaks = calloc(n + 1, sizeof *peaks);
  for (long i = 0; i < n * n; i++)
    in[i] = i * i % 17;
  show(chosen(n, k, in));
  show(seen(n, k, in, peaks));
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum = sum * 0.5 + peaks[i];
  show(sum);
  free(in);
  free(peaks);
}
