// ../guard_zero.c with a loop for the interior.
// sizes: 0,1,1,1,1 1,1,1,1,1 2,1,3,1,1 7,5,3,1,2 11,4,19,1,1

#include "../../suite/block.h"

static void at_side(long n, long m, long l, const double (*restrict in)[m][l],
                    double (*restrict out)[m][l], long i, long j, long k) {
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

static void kernel(long n, long m, long l, long steps,
                   const double (*restrict in)[m][l],
                   double (*restrict out)[m][l]) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      if (i == 0 || i == n - 1 || j == 0 || j == m - 1 || l < 2) {
        for (long k = 0; k < l; k++)
          at_side(n, m, l, in, out, i, j, k);
        continue;
      }
      at_side(n, m, l, in, out, i, j, 0);
      for (long k = 1; k < l - 1; k++) {
        double sum = -6 * in[i][j][k];
        sum += in[i - 1][j][k];
        sum += in[i + 1][j][k];
        sum += in[i][j - 1][k];
        sum += in[i][j + 1][k];
        sum += in[i][j][k - 1];
        sum += in[i][j][k + 1];
        out[i][j][k] = sum;
      }
      at_side(n, m, l, in, out, i, j, l - 1);
    }
}
