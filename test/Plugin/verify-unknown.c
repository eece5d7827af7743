// With a plan that has to be executed, as strides are in it: an array that a
// subscript of unknown value may reach 2^32 elements of is left out, or there
// would be too many elements to execute anything.
// RUN: env SMOLLY_OPTIONS=verify %clang -O2 -c -o /dev/null \
// RUN:   -fpass-plugin=%smolly_plugin -Rpass=smolly -Rpass-missed=smolly %s \
// RUN:   2>&1 | FileCheck %s
#include <stdlib.h>

// CHECK-NOT: cannot be verified
// CHECK-DAG: this array contracted
// CHECK-DAG: iterations removed: what this computes is used only where
// CHECK-NOT: cannot be verified
double f(unsigned n, const double *restrict x, int *restrict a) {
  double sum = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n + 4; j++)
      a[i * (n + 5) + j] = x[j] * 3 + i;
  long (*b)[n + 5] = malloc(sizeof(long[n + 1][n + 5]));
  for (unsigned i = 2; i < n; i++)
    for (unsigned j = 0; j < n + 2; j++)
      b[i][j] = a[i * (n + 5) + j] * 3;
  for (unsigned i = 4; i < n; i++)
    for (unsigned j = 0; j < i + 1; j += 2)
      sum += b[i - 2][j + 2];
  free(b);
  return sum;
}
