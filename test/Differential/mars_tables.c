// Tables that tiles fill from each other, with what they pass on in blocks:
// sequence alignment, of which the last row is used, sums over all three
// neighbours, a table for each of several inputs, and two tables at a time.
// contracted: 5
// options: schedule=tile,mars
// sizes: 0,0 1,1 2,3 3,2 7,5 8,8 16,17 31,17 40,9 67,40
// RUN: %differential %s
#include "Inputs/program.h"

static int most(int a, int b) { return a > b ? a : b; }

/// Best local alignments that end in the last row.
__attribute__((noinline)) static int align(long n, long m,
                                           const char *restrict a,
                                           const char *restrict b) {
  int (*score)[m + 1] = malloc((n + 1) * sizeof *score);
  for (long i = 0; i <= n; i++)
    score[i][0] = 0;
  for (long j = 1; j <= m; j++)
    score[0][j] = 0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++)
      score[i][j] = most(
          most(score[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 3 : -2), 0),
          most(score[i - 1][j] - 1, score[i][j - 1] - 1));
  int best = 0;
  for (long j = 0; j <= m; j++)
    best = most(best, score[n][j]);
  free(score);
  return best;
}

/// A value is used two rows and two columns away, too.
__attribute__((noinline)) static unsigned far(long n, long m) {
  unsigned (*t)[m + 2] = malloc((n + 2) * sizeof *t);
  for (long i = 0; i < n + 2; i++)
    for (long j = 0; j < 2; j++)
      t[i][j] = i + 3 * j;
  for (long i = 0; i < 2; i++)
    for (long j = 2; j < m + 2; j++)
      t[i][j] = 5 * i + j;
  for (long i = 2; i < n + 2; i++)
    for (long j = 2; j < m + 2; j++)
      t[i][j] = 3 * t[i - 2][j] + 5 * t[i][j - 2] + 7 * t[i - 1][j - 1];
  unsigned sum = 0;
  for (long j = 0; j < m + 2; j++)
    sum = 31 * sum + t[n + 1][j];
  free(t);
  return sum;
}

/// The same table again and again.
__attribute__((noinline)) static unsigned again(long n, long m) {
  unsigned (*t)[m + 1] = malloc((n + 1) * sizeof *t);
  unsigned sum = 0;
  for (long k = 0; k < 3; k++) {
    for (long i = 0; i <= n; i++)
      t[i][0] = i + k;
    for (long j = 1; j <= m; j++)
      t[0][j] = 3 * j + k;
    for (long i = 1; i <= n; i++)
      for (long j = 1; j <= m; j++)
        t[i][j] = 3 * t[i - 1][j] + 5 * t[i][j - 1];
    for (long j = 0; j <= m; j++)
      sum = 31 * sum + t[n][j];
  }
  free(t);
  return sum;
}

/// Each table needs the other one.
__attribute__((noinline)) static double two(long n, long m) {
  double (*a)[m + 1] = malloc((n + 1) * sizeof *a);
  double (*b)[m + 1] = malloc((n + 1) * sizeof *b);
  for (long i = 0; i <= n; i++)
    a[i][0] = b[i][0] = i;
  for (long j = 1; j <= m; j++)
    a[0][j] = b[0][j] = 0.5 * j;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++) {
      a[i][j] = 0.5 * a[i - 1][j] + 0.25 * b[i][j - 1];
      b[i][j] = 0.5 * b[i - 1][j - 1] + 0.25 * a[i][j];
    }
  double sum = 0;
  for (long j = 0; j <= m; j++)
    sum = 0.9 * sum + a[n][j] + b[n][j];
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2);
  char *a = malloc(n + 1), *b = malloc(m + 1);
  for (long i = 0; i < n; i++)
    a[i] = "ACGT"[i * i % 7 % 4];
  for (long j = 0; j < m; j++)
    b[j] = "ACGT"[j * 5 % 11 % 4];
  show(align(n, m, a, b));
  show(far(n, m));
  show(again(n, m));
  show(two(n, m));
  free(a);
  free(b);
}
