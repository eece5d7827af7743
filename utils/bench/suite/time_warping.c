// How far two signals are from each other if one may be stretched here and
// there (dynamic time warping).
// category: dynamic programming
// benchmark: in 200 200 1000; out 5000 5000 3
// sizes: 0,0,1 1,2,1 2,0,1 7,5,2 40,33,1

#include "sequences.h"

static void kernel(long n, long m, const int *a, const int *b, int *out) {
  float (*cost)[m + 1] = malloc((n + 1) * sizeof *cost);
  float (*total)[m + 1] = malloc((n + 1) * sizeof *total);
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++)
      cost[i][j] = (float)((a[i - 1] - b[j - 1]) * (a[i - 1] - b[j - 1]));
  for (long i = 1; i <= n; i++)
    total[i][0] = 1e9f;
  for (long j = 1; j <= m; j++)
    total[0][j] = 1e9f;
  total[0][0] = 0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++) {
      float least = total[i - 1][j - 1];
      if (total[i - 1][j] < least)
        least = total[i - 1][j];
      if (total[i][j - 1] < least)
        least = total[i][j - 1];
      total[i][j] = cost[i][j] + least;
    }
  out[0] = (int)total[n][m];
  free(cost);
  free(total);
}
