// The same question for things of weight 3 each, of which the values differ.
// category: dynamic programming
// benchmark: in 100 400 17000; out 3000 10000 3
// sizes: 0,0,1 1,2,1 2,0,1 7,5,2 40,33,1

#include "sequences.h"

static void kernel(long n, long m, const int *a, const int *b, int *out) {
  int (*best)[m + 1] = malloc((n + 1) * sizeof *best);
  for (long c = 0; c <= m; c++)
    best[0][c] = 0;
  for (long i = 1; i <= n; i++)
    for (long c = 0; c <= m; c++) {
      int without = best[i - 1][c];
      int with = c >= 3 ? best[i - 1][c - 3] + a[i - 1] : 0;
      best[i][c] = with > without ? with : without;
    }
  (void)b;
  for (long c = 0; c <= m; c++)
    out[c] = best[n][c];
  free(best);
}
