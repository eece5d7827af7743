// Length of the longest common subsequence of two sequences.
// category: dynamic programming
// benchmark: in 200 200 5700; out 6000 6000 3
// sizes: 0,0,1 1,2,1 2,0,1 7,5,2 40,33,1

#include "sequences.h"

static void kernel(long n, long m, const int *a, const int *b, int *out) {
  int (*table)[m + 1] = malloc((n + 1) * sizeof *table);
  for (long i = 0; i <= n; i++)
    table[i][0] = 0;
  for (long j = 0; j <= m; j++)
    table[0][j] = 0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++) {
      int best =
          table[i - 1][j] > table[i][j - 1] ? table[i - 1][j] : table[i][j - 1];
      table[i][j] = a[i - 1] == b[j - 1] ? table[i - 1][j - 1] + 1 : best;
    }
  out[0] = table[n][m];
  free(table);
}
