// Row i begins at column i; rows come from the bottom up.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static unsigned f(long n) {
  unsigned *a = malloc((n + 2) * (n + 2) * sizeof(unsigned));
  if (!a)
    return 1;
  long w = n + 2;
  for (long i = 0; i < w; i++)
    a[i * w + i] = i + 1;
  for (long i = n; i >= 0; i--)
    for (long j = i + 1; j < w; j++)
      a[i * w + j] = a[(i + 1) * w + j] + 3 * a[i * w + j - 1];
  unsigned first = a[n + 1];
  free(a);
  return first;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
