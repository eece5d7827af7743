// Pascal's triangle, with a weight for each row, modulo 2^32; its last row is
// wanted.
// category: dynamic programming
// benchmark: in 400 0 5500; out 8000 0 2
// sizes: 0,0,1 1,0,1 2,0,1 7,0,2 40,0,1

#include "sequences.h"

static void kernel(long n, long m, const int *a, const int *b, int *out) {
  unsigned (*row)[n + 1] = malloc((n + 1) * sizeof *row);
  (void)m;
  (void)b;
  for (long i = 0; i <= n; i++) {
    row[i][0] = 1;
    for (long j = 1; j < i; j++)
      row[i][j] = row[i - 1][j - 1] + row[i - 1][j] * (unsigned)(1 + a[i - 1]);
    row[i][i] = 1;
  }
  for (long j = 0; j <= n; j++)
    out[j] = (int)(row[n][j] & 0x7fffffff);
  free(row);
}
