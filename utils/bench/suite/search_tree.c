// The cost of the best search tree for n keys that are looked for more or less
// often, with a table of how often those of a range are looked for.
// category: dynamic programming
// benchmark: in 100 0 1300; out 1000 0 1
// sizes: 0,0,1 1,0,1 2,0,1 7,0,2 40,0,1

#include "sequences.h"

static void kernel(long n, long m, const int *a, const int *b, int *out) {
  int (*often)[n + 1] = malloc((n + 1) * sizeof *often);
  int (*cost)[n + 1] = malloc((n + 1) * sizeof *cost);
  (void)m;
  (void)b;
  for (long i = 0; i <= n; i++) {
    often[i][i] = 0;
    for (long j = i + 1; j <= n; j++)
      often[i][j] = often[i][j - 1] + a[j - 1] + 1;
  }
  for (long i = n; i >= 0; i--) {
    cost[i][i] = 0;
    for (long j = i + 1; j <= n; j++) {
      int best = 1000000000;
      for (long root = i; root < j; root++) {
        int c = cost[i][root] + cost[root + 1][j];
        best = c < best ? c : best;
      }
      cost[i][j] = best + often[i][j];
    }
  }
  out[0] = cost[0][n];
  free(often);
  free(cost);
}
