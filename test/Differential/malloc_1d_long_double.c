// Elements of 16 bytes of which 10 are used are left alone, as long double is on
// x86-64; of the others all are used.
// contracted: 1
// contracted elsewhere: 2
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  long double *a = malloc((n + 1) * sizeof(long double));
  if (!a)
    return -1;
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5L + i;
  double last = a[n];
  free(a);
  return last;
}

static double g(long n) {
  unsigned __int128 *a = malloc((n + 1) * sizeof(__int128));
  if (!a)
    return -1;
  a[0] = 12345;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 1234567 + i;
  double last = (unsigned long)(a[n] >> 64) ^ (unsigned long)a[n];
  free(a);
  return last;
}

int main(int argc, char **argv) {
  show(f(size(argv, 1)));
  show(g(size(argv, 1)));
}
