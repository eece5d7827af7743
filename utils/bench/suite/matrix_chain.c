// The cheapest order to multiply n matrices in, whose sizes are 1 to 4.
// category: dynamic programming
// benchmark: in 100 0 1500; out 1200 0 1
// sizes: 0,0,1 1,0,1 2,0,1 7,0,2 40,0,1

#include "sequences.h"

static void kernel(long n, long m, const int *a, const int *b, int *out) {
  int (*cost)[n + 1] = malloc((n + 1) * sizeof *cost);
  (void)m;
  (void)b;
  for (long i = 0; i < n; i++)
    cost[i][i] = 0;
  for (long length = 1; length < n; length++)
    for (long i = 0; i < n - length; i++) {
      int best = 1000000000;
      for (long k = i; k < i + length; k++) {
        int c = cost[i][k] + cost[k + 1][i + length] +
                (a[i] + 1) * (a[k] + 1) * (a[i + length] + 1);
        if (c < best)
          best = c;
      }
      cost[i][i + length] = best;
    }
  if (n > 0)
    out[0] = cost[0][n - 1];
  free(cost);
}
