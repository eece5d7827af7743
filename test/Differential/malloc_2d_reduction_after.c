// Two reductions after the loops, one of them backwards.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static float f(long n) {
  float(*a)[n + 1] = malloc((n + 2) * sizeof(*a));
  if (!a)
    return -1;
  for (long j = 0; j <= n; j++)
    a[0][j] = j % 3;
  for (long i = 1; i <= n + 1; i++)
    for (long j = 0; j <= n; j++)
      a[i][j] = a[i - 1][j] * 0.75f + j;
  float sum = 0, most = -1;
  for (long j = 0; j <= n; j++)
    sum += a[n + 1][j] * 1.1f;
  for (long j = n; j >= 0; j--)
    if (a[n + 1][j] > most)
      most = a[n + 1][j];
  free(a);
  return sum + most;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
