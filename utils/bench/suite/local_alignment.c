// Best local alignment of two sequences in the manner of Smith and Waterman,
// with costs for opening and for extending a gap: three tables.
// category: dynamic programming
// benchmark: in 200 200 500; out 5000 5000 1
// sizes: 0,0,1 1,2,1 2,0,1 7,5,2 40,33,1

#include "sequences.h"

static int most(int a, int b) { return a > b ? a : b; }

static void kernel(long n, long m, const int *a, const int *b, int *out) {
  int (*score)[m + 1] = malloc((n + 1) * sizeof *score);
  int (*gap_a)[m + 1] = malloc((n + 1) * sizeof *gap_a);
  int (*gap_b)[m + 1] = malloc((n + 1) * sizeof *gap_b);
  for (long i = 0; i <= n; i++) {
    score[i][0] = 0;
    gap_a[i][0] = -1000;
    gap_b[i][0] = -1000;
  }
  for (long j = 0; j <= m; j++) {
    score[0][j] = 0;
    gap_a[0][j] = -1000;
    gap_b[0][j] = -1000;
  }
  int best = 0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++) {
      gap_a[i][j] = most(score[i][j - 1] - 4, gap_a[i][j - 1] - 1);
      gap_b[i][j] = most(score[i - 1][j] - 4, gap_b[i - 1][j] - 1);
      int match = score[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 3 : -2);
      score[i][j] = most(most(0, match), most(gap_a[i][j], gap_b[i][j]));
      best = most(best, score[i][j]);
    }
  out[0] = best;
  free(score);
  free(gap_a);
  free(gap_b);
}
