// A static global table, of which a part is used.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double table[128][128];

static double f(long n) {
  for (long j = 0; j < n; j++)
    table[0][j] = j;
  for (long i = 1; i < n; i++)
    for (long j = 0; j < n; j++)
      table[i][j] = table[i - 1][j] * 0.5 + i;
  double sum = 0;
  if (n > 0)
    for (long j = 0; j < n; j++)
      sum += table[n - 1][j];
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
