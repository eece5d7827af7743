// Two tables with three sources each, and a maximum over all cells on the way.
// contracted: 2
// sizes: 0,0 0,3 3,0 1,1 2,3 7,7 9,64 64,9 33,100
// RUN: %differential %s
#include "Inputs/program.h"

static int f(long n, long m) {
  int(*h)[m + 1] = malloc((n + 1) * sizeof(*h));
  int(*e)[m + 1] = malloc((n + 1) * sizeof(*e));
  if (!h || !e) {
    free(h);
    free(e);
    return -1;
  }
  for (long i = 0; i <= n; i++) {
    h[i][0] = 0;
    e[i][0] = -5;
  }
  for (long j = 0; j <= m; j++) {
    h[0][j] = 0;
    e[0][j] = -5;
  }
  int best = 0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++) {
      int open = h[i][j - 1] - 4, longer = e[i][j - 1] - 1;
      int gap = open > longer ? open : longer;
      int match = h[i - 1][j - 1] + ((i * i + 3) % 4 == (j * 5) % 4 ? 3 : -2);
      int score = match > gap ? match : gap;
      score = score > 0 ? score : 0;
      e[i][j] = gap;
      h[i][j] = score;
      best = score > best ? score : best;
    }
  free(h);
  free(e);
  return best;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
