// The most likely path through n moments with 16 states each: a table of how
// likely the best path to each state is.
// category: dynamic programming
// benchmark: in 500 0 800; out 700000 0 1
// sizes: 0,0,1 1,0,1 2,0,1 7,0,2 40,0,1

#include "sequences.h"

enum { STATES = 16 };

static void kernel(long n, long m, const int *a, const int *b, int *out) {
  int (*best)[STATES] = malloc((n + 1) * sizeof *best);
  (void)m;
  (void)b;
  for (long s = 0; s < STATES; s++)
    best[0][s] = 0;
  for (long t = 1; t <= n; t++)
    for (long s = 0; s < STATES; s++) {
      int most = -1000000000;
      for (long from = 0; from < STATES; from++) {
        int likely = best[t - 1][from] - (int)((from ^ s) % 7);
        most = likely > most ? likely : most;
      }
      best[t][s] = most - (s % 4 == a[t - 1] ? 0 : 3);
    }
  int result = best[n][0];
  for (long s = 1; s < STATES; s++)
    result = best[n][s] > result ? best[n][s] : result;
  out[0] = result;
  free(best);
}
