// What fits into a bag of each size up to m, of n things with weights and
// values: a row of the table for each thing.
// category: dynamic programming
// benchmark: in 100 400 4800; out 3000 10000 3
// sizes: 0,0,1 1,2,1 2,0,1 7,5,2 40,33,1

#include "sequences.h"

static void kernel(long n, long m, const int *a, const int *b, int *out) {
  int (*best)[m + 1] = malloc((n + 1) * sizeof *best);
  for (long c = 0; c <= m; c++)
    best[0][c] = 0;
  for (long i = 1; i <= n; i++) {
    int weight = 1 + a[i - 1], value = 2 * a[i - 1] + (int)(i % 5);
    for (long c = 0; c <= m; c++) {
      best[i][c] = best[i - 1][c];
      if (c >= weight && best[i - 1][c - weight] + value > best[i][c])
        best[i][c] = best[i - 1][c - weight] + value;
    }
  }
  (void)b;
  for (long c = 0; c <= m; c++)
    out[c] = best[n][c];
  free(best);
}
