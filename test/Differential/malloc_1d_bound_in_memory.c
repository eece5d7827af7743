// The loop's bound lies in memory that the loop writes.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static double f(long n, long *bound, long *out) {
  long *a = malloc((n + 1) * sizeof(long));
  if (!a)
    return -1;
  a[0] = 3;
  for (long i = 1; i <= *bound; i++) {
    a[i] = a[i - 1] * 3 % 1001 + i;
    out[i] = a[i] % 2 + *bound - 1;
  }
  long last = a[*bound];
  free(a);
  return last;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  long *out = malloc((n + 2) * sizeof(long));
  long bound = n;
  show(f(n, &bound, out));
  // Here the bound is one of the cells.
  for (long i = 0; i <= n; i++)
    out[i] = n;
  show(f(n, out + n / 2, out));
  free(out);
}
