// Linearised subscripts make conflicts with a dozen variables of their own, for which isl
// takes minutes with as many operations as for others in milliseconds: such an array is
// left as it is.

// RUN: env SMOLLY_OPTIONS=always %c_and_plugin -O2 -g -c %s -o /dev/null \
// RUN:   -Rpass-missed=smolly 2>&1 | FileCheck %s
// CHECK: array 'a' left as it is: its conflict set is too complex
#include <stdlib.h>
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
void tick(long);
double sum(long m, const double *restrict x) {
  double result = 0;
  double(*a)[m + 1] = malloc((m + 1) * (m + 1) * sizeof(double));
  for (long i = 0; i < m + 1; i++)
    for (long j = 0; j < m + 1; j++)
      a[i][j] = x[j + 1] + x[j + 2] + i;
  double b[43][43];
  for (long i = 0; i < m + 1; i++)
    for (long j = 0; j < m + 1; j++)
      b[i][j] = LARGER(x[j], a[i][j]) + j;
  tick(22);
  for (long i = 0; i < m + 1; i++)
    for (long j = 0; j < m + 1; j++)
      if (x[j] > 20)
        b[i][j] = x[j] + j;
  tick(47);
  for (long i = 1; i < m; i++)
    result += b[m][i];
  for (long i = 0; i < m; i++)
    for (long j = i; j < m + 1; j++)
      result -= b[i][j];
  free(a);
  return result;
}
