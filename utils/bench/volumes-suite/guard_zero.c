// The Laplace operator in three dimensions, where beyond the sides of the block
// everything is zero: each neighbour is asked for.
// category: guards
// by hand: by_hand/guard_zero.c
// benchmark: in 24 24 24 1 10000; out 220 220 220 1 6
// sizes: 0,1,1,1,1 1,1,1,1,1 2,1,3,1,1 7,5,3,1,2 11,4,19,1,1

#include "../suite/block.h"

static void kernel(long n, long m, long l, long steps,
                   const double (*restrict in)[m][l],
                   double (*restrict out)[m][l]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      for (long k = 0; k < l; k++) {
        double sum = -6 * in[i][j][k];
        if (i > 0)
          sum += in[i - 1][j][k];
        if (i < n - 1)
          sum += in[i + 1][j][k];
        if (j > 0)
          sum += in[i][j - 1][k];
        if (j < m - 1)
          sum += in[i][j + 1][k];
        if (k > 0)
          sum += in[i][j][k - 1];
        if (k < l - 1)
          sum += in[i][j][k + 1];
        out[i][j][k] = sum;
      }
}
