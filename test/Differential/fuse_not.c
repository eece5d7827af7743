// Loop nests that must stay after each other: everything is needed of the one
// before anything of the next, or both go on with the same sum.
// contracted: 0
// sizes: 0 1 2 3 7 41
// RUN: %differential %s
#include "Inputs/program.h"

/// Backwards.
__attribute__((noinline)) static double reversed(long n, const double *in) {
  double *a = malloc((n + 1) * sizeof *a), sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 2;
  for (long i = 0; i < n; i++)
    sum = sum * 0.5 + a[n - 1 - i];
  free(a);
  return sum;
}

/// The sum goes from one loop to the next.
__attribute__((noinline)) static double summed(long n, const double *in) {
  double *a = malloc((n + 1) * sizeof *a), sum = 1;
  for (long i = 0; i < n; i++) {
    a[i] = in[i] * 3;
    sum = sum * 0.5 + in[i];
  }
  for (long i = 0; i < n; i++)
    sum = sum * 0.5 + a[i];
  free(a);
  return sum;
}

/// What the second loop writes is what the first one reads.
__attribute__((noinline)) static double overwritten(long n, double *in) {
  double *a = malloc((n + 2) * sizeof *a), sum = 0;
  for (long i = 0; i < n - 1; i++)
    a[i] = in[i] + in[i + 1] * in[n - 1];
  for (long i = 0; i < n - 1; i++)
    in[n - 1 - i] = a[i] * 0.25;
  for (long i = 0; i < n; i++)
    sum = sum * 0.5 + in[i];
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *in = malloc((n + 1) * sizeof *in);
  for (long i = 0; i < n; i++)
    in[i] = i % 7 - 2.5;
  show(reversed(n, in));
  show(summed(n, in));
  show(overwritten(n, in));
  free(in);
}
