// A table of scores could be computed in vectors; in one loop with the
// alignment, which goes from element to element, it is not. The array goes away
// where memory is what loops wait for. What is made of one element is cheap.

// RUN: %c_and_plugin -O3 -g -Rpass=smolly -c %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: %c_and_plugin -O3 -g -Rpass=smolly -c %s -o /dev/null -DTWICE 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWICE

// CHECK: remark: array 'score' contracted
// CHECK: remark: rewritten loops run where arrays become smaller by at least
// TWICE: remark: array 'score' contracted
// TWICE-NOT: become smaller by at least

static int score[3001][3001];
int best[3001][3001];

static int larger(int a, int b) { return a > b ? a : b; }

void align(int n, int m, const char *restrict a, const char *restrict b,
           int (*restrict given)[3001]) {
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
#ifdef TWICE
      score[i][j] = 2 * given[i][j];
#else
      score[i][j] = a[i] == b[j] ? 5 : a[i] + b[j] == 'A' + 'G' ? -1 : -4;
#endif
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      best[i][j] = larger(larger(best[i - 1][j], best[i][j - 1]) - 3,
                          best[i - 1][j - 1] + score[i][j]);
}
