// Three sources, two borders: an edit distance, linearised by hand.
// contracted: 1
// sizes: 0,0 0,5 5,0 1,1 2,3 3,2 7,7 7,64 64,7 100,33
// RUN: %differential %s
#include "Inputs/program.h"

static int f(long n, long m) {
  int *d = malloc((n + 1) * (m + 1) * sizeof(int));
  if (d == NULL)
    return -1;
  for (long i = 0; i <= n; i++)
    d[i * (m + 1)] = i;
  for (long j = 0; j <= m; j++)
    d[j] = j;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++) {
      int cost = (i * 5 + 1) % 3 == (j * 7 + 2) % 3 ? 0 : 1;
      int best = d[(i - 1) * (m + 1) + j - 1] + cost;
      if (d[(i - 1) * (m + 1) + j] + 1 < best)
        best = d[(i - 1) * (m + 1) + j] + 1;
      if (d[i * (m + 1) + j - 1] + 1 < best)
        best = d[i * (m + 1) + j - 1] + 1;
      d[i * (m + 1) + j] = best;
    }
  int distance = d[n * (m + 1) + m];
  free(d);
  return distance;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
