// Overlapping tiles never take more memory than the loops did, not even with
// 'always', which asks for no gain: there would be 2^30 rows here.

// RUN: env SMOLLY_OPTIONS=always,schedule=overlap,max-operations=1000000 \
// RUN:   %c_and_plugin -O3 -g -c %s -o /dev/null -Rpass=smolly \
// RUN:   -Rpass-missed=smolly 2>&1 | FileCheck %s

// CHECK: no overlapping tiles: {{.*}} take {{.*}} GiB in place of 3.8 MiB
// CHECK: array 'a' contracted from (n + 1) * (m + 3) to m + n + 3 elements

#include <stdlib.h>

#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

double table(unsigned n, unsigned m, unsigned *restrict x) {
  double result = 0;
  float(*a)[m + 3] = malloc((n + 1) * (m + 3) * sizeof(float));
  for (unsigned j = 0; j < m + 3; j++)
    a[0][j] = -0.25f * (x[((j + 1) * (m + 7) + 1) * (n + 6) + (n + 5)] & 255) +
              (float)(8 * j + 7);
  for (unsigned j = 0; j < n + 1; j++)
    a[j][0] = -0.0625f * (x[(0 * (m + 7) + 1) * (n + 6) + j] & 255) +
              (float)(8 * j + 8);
  for (unsigned i = 1; i < n + 1; i++)
    for (unsigned j = 1; j < m + 3; j++)
      a[i][j] =
          SMALLER(
              SMALLER(SMALLER(0.0625f * a[i - 1][j], 0.125f * a[i][j - 1]),
                      -0.5f * a[i - 1][j - 1]),
              0.0625f * (x[(0 * (m + 7) + j) * (n + 6) + (n + 3)] & 255)) +
          (float)(7 * i + 2 * j + 6);
  result += 0.25 * a[n][m + 2] + 5;
  free(a);
  return result;
}
