// Mappings whose sizes have so many cases that isl takes long for each operation:
// every analysis keeps to its limit, and after two that were too hard no more of
// them are computed (4.6 million operations with more than two).
// DEFINE: %{limit} =
// DEFINE: %{compile} = rm -f %t.json && \
// DEFINE:   env SMOLLY_OPTIONS=no-die,schedule=keep,max-operations=%{limit},statistics=%t.json \
// DEFINE:   %clang -O2 -c %s -o %t.o -fpass-plugin=%smolly_plugin
// REDEFINE: %{limit} = 400000
// RUN: %{compile} && FileCheck %s --check-prefix=SMALL < %t.json
// REDEFINE: %{limit} = 5000000
// RUN: %{compile} && FileCheck %s --check-prefix=LARGE < %t.json
// SMALL: "operations":{{[1-3]?[0-9]?[0-9]?[0-9]?[0-9]?[0-9],}}
// LARGE: "operations":{{[1-3]?[0-9]?[0-9]?[0-9]?[0-9]?[0-9]?[0-9],}}
#include <stdlib.h>
double f(long n, long m, long p, double *x2) {
  if (n < 0 || m < 0 || p < 0)
    return -3;
  float (*a3)[m + 7][p + 5] = malloc((m + 4) * (m + 7) * (p + 5) * sizeof(float));
  for (long i = 0; i < m + 4; i++)
    for (long j = 0; j < m + 7; j++)
      for (long k = 0; k < p + 5; k++)
        a3[i][j][k] = i + 7 * j + 3 * k + 4;
  for (long i = 0; i < p + 3; i += 3)
    for (long j = 0; j < n; j += 2)
      for (long k = 1; k < n; k++)
        if (j + k >= 4)
          a3[m + 2][1][-i + p + 3] = 0.125f * a3[m + 3][4][3] + 0.5f * a3[0][m + 4][i] + 4 * i + 8 * j + 3 * k + 3;
  for (long r2 = 0; r2 < m + 7; r2 += 2)
    for (long r3 = 0; r3 < p + 5; r3 += 2)
      x2[0] = 0.0625 * a3[m + 3][r2][r3] + (double)(2 * r2 + 8 * r3 + 8);
  free(a3);
  return 0;
}
