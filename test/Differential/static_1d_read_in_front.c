// What a static array holds at the end of a call is read in front of the loops
// of the next one, where these loops are not reached from: no write is dead.
// contracted: 1
// removed: 0
// sizes: 9 60 100
// RUN: %differential %s
#include "Inputs/program.h"

static int ticks;
__attribute__((noinline)) static void tick(void) { ticks++; }

__attribute__((noinline)) static double one(long n, const double *in) {
  static double a[128];
  double last = a[5], sum = 0;
  tick();
  for (long i = 0; i < n; i++)
    a[i] = in[i] + n;
  for (long i = 0; i < n; i++)
    sum += a[i];
  return sum + last;
}

__attribute__((noinline)) static double all(long n, const double *in) {
  static double a[128];
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += a[i];
  tick();
  for (long i = 0; i < n; i++)
    a[i] = in[i] * n;
  for (long i = 0; i < n; i++)
    sum += 0.5 * a[n - 1 - i];
  return sum;
}

/// Only some elements are written, and nobody reads any behind the loops.
__attribute__((noinline)) static double under_condition(long n,
                                                        const double *in) {
  static double a[128];
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum = sum * 0.5 + a[i];
  tick();
  for (long i = 0; i < n; i++)
    if (in[i] > 0)
      a[i] = in[i] * n;
  return sum;
}

/// Nobody reads what is stored in front.
__attribute__((noinline)) static double stored(long n, const double *in) {
  static double a[128];
  double sum = 0;
  a[n] = n;
  tick();
  for (long i = 0; i < n; i++)
    a[i] = in[i] - n;
  for (long i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *in = malloc(n * sizeof *in);
  for (long i = 0; i < n; i++)
    in[i] = i % 7 - 2.5;
  for (long i = n; i > 0; i -= 3) {
    show(one(i, in));
    show(all(i, in));
    show(under_condition(i, in));
    show(stored(i, in));
  }
  printf("%d\n", ticks);
  free(in);
}
