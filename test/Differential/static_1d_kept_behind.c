// What an array holds from an earlier run of the same loops is read by them, in
// loops that pass no scalars on: no write is dead.
// contracted: 0
// removed: 0
// sizes: 1 9 60
// RUN: %differential %s
#include "Inputs/program.h"

/// Writes n cells and reads the one behind, which another call wrote.
__attribute__((noinline)) static void another_call(long n, double *out) {
  static double a[128];
  for (long i = 0; i < n; i++)
    a[i] = i + 1;
  for (long i = 0; i < n; i++)
    out[i] = a[n] * 0.5 + i;
}

/// The same with the turns of a loop.
__attribute__((noinline)) static void another_turn(long n, double *out) {
  double *a = malloc((n + 2) * sizeof *a);
  for (long i = 0; i < n + 2; i++)
    a[i] = 0;
  for (long t = n; t > 0; t--) {
    show(out[0]);
    for (long i = 0; i < t; i++)
      a[i] = i + t;
    for (long i = 0; i < n; i++)
      out[i] = a[t] * 0.5 + i;
  }
  free(a);
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *out = calloc(n, sizeof *out);
  for (long i = n; i > 0; i -= 3) {
    another_call(i, out);
    for (long j = 0; j < n; j++)
      show(out[j]);
  }
  another_turn(n, out);
  for (long j = 0; j < n; j++)
    show(out[j]);
  free(out);
}
