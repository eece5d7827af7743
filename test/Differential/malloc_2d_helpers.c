// Helpers that are inlined: one gets the table, one a few values of it.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static int least(int a, int b, int c) {
  int least = a < b ? a : b;
  return least < c ? least : c;
}

static void fill_borders(int *d, long n, long w) {
  for (long i = 0; i <= n; i++)
    d[i * w] = i;
  for (long j = 0; j < w; j++)
    d[j] = j;
}

static int f(long n) {
  long w = n + 1;
  int *d = malloc(w * w * sizeof(int));
  if (!d)
    return -1;
  fill_borders(d, n, w);
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      d[i * w + j] =
          least(d[(i - 1) * w + j] + 1, d[i * w + j - 1] + 1,
                d[(i - 1) * w + j - 1] + ((i * i) % 7 != (j * 3) % 7));
  int distance = d[n * w + n];
  free(d);
  return distance;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
