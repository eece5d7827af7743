// Edit distances of a sequence and all beginnings of another one, with a table
// whose subscripts are computed by hand.
// category: dynamic programming
// benchmark: in 200 200 1800; out 6000 6000 3
// sizes: 0,0,1 1,2,1 2,0,1 7,5,2 40,33,1

#include "sequences.h"

static int least(int a, int b) { return a < b ? a : b; }

static void kernel(long n, long m, const int *a, const int *b, int *out) {
  int *d = malloc(sizeof(int) * (n + 1) * (m + 1));
  for (int i = 0; i <= n; i++)
    d[i * (m + 1)] = i;
  for (int j = 1; j <= m; j++)
    d[j] = j;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++) {
      int cost = a[i - 1] != b[j - 1];
      d[i * (m + 1) + j] =
          least(least(d[(i - 1) * (m + 1) + j] + 1, d[i * (m + 1) + j - 1] + 1),
                d[(i - 1) * (m + 1) + j - 1] + cost);
    }
  for (int j = 0; j <= m; j++)
    out[j] = d[n * (m + 1) + j];
  free(d);
}
