// Sums of integers are vectorised as they are, and minima of integers might become branches
// in loops that wait for them: rows do not run side by side.

// RUN: %c_and_plugin -O2 -g -c %s -o %t.o -Rpass=smolly 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='side by side'
#include <stdlib.h>

// CHECK: remark: array 'table' contracted
int table(long n, const int *in) {
  int (*table)[n + 1] = malloc((n + 1) * sizeof *table);
  for (long i = 0; i <= n; i++)
    table[i][0] = i;
  for (long j = 0; j <= n; j++)
    table[0][j] = j;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++) {
      int least = table[i - 1][j] < table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
      table[i][j] = least * in[i - 1] + in[j - 1];
    }
  int result = table[n][n];
  free(table);
  return result;
}

// CHECK: remark: array 'square' contracted
int sums(long n, const int (*in)[n], int *out) {
  int (*square)[n] = malloc(n * sizeof *square);
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++)
      square[y][x] = in[y][x] * in[y][x];
  for (long y = 0; y < n; y++) {
    out[y] = 0;
    for (long x = 0; x < n; x++)
      out[y] += square[y][x];
  }
  free(square);
  return out[0];
}
