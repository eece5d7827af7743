// Two nests in a function that have nothing to do with each other.
// contracted: 2
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  double *a = malloc((n + 1) * (n + 1) * sizeof(double));
  if (!a)
    return -1;
  for (long j = 0; j <= n; j++)
    a[j] = j;
  for (long i = 1; i <= n; i++)
    for (long j = 0; j <= n; j++)
      a[i * (n + 1) + j] = a[(i - 1) * (n + 1) + j] * 0.5 + i;
  double first = a[n * (n + 1)];
  free(a);
  printf("between\n");
  int *b = malloc((n + 1) * (n + 1) * sizeof(int));
  if (!b)
    return -2;
  for (long j = 0; j <= n; j++)
    b[j] = j;
  for (long i = 1; i <= n; i++)
    for (long j = 0; j <= n; j++)
      b[i * (n + 1) + j] = b[(i - 1) * (n + 1) + j] + 3 * i;
  int last = b[n * (n + 1) + n];
  free(b);
  return first + last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
