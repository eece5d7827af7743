// Rows of tables that are made from those before, or from themselves, at a
// distance that lies in memory: things of given weights in a bag of any size.
// Weights may be zero, larger than the bag, or negative, which only the program
// as it was can deal with.
// contracted: 10
// sizes: 0,0,14 1,0,14 0,1,14 1,1,13 2,3,14 3,2,13 7,7,14 13,40,13 13,40,14 31,101,15 13,40,12 5,9,11
// fast: 13
// idle: small
// RUN: %differential %s
#include "Inputs/program.h"

static int larger(int a, int b) { return a > b ? a : b; }

// As textbooks have it.
__attribute__((noinline)) static int book(int n, int m, const int *w,
                                          const int *v) {
  int k[n + 1][m + 1];
  for (int i = 0; i <= n; i++)
    for (int c = 0; c <= m; c++) {
      if (i == 0 || c == 0)
        k[i][c] = 0;
      else if (w[i - 1] <= c && w[i - 1] >= -1)
        k[i][c] = larger(v[i - 1] + (c - w[i - 1] <= m ? k[i - 1][c - w[i - 1]] : 0),
                         k[i - 1][c]);
      else
        k[i][c] = k[i - 1][c];
    }
  return k[n][m];
}

// Zeros at first, rows apart from each other, and a distance of one more.
__attribute__((noinline)) static int rows(int n, int m, const int *w,
                                          const int *v) {
  int **best = malloc((n + 1) * sizeof(int *));
  for (int i = 0; i <= n; i++)
    best[i] = calloc(m + 1, sizeof(int));
  for (int i = 1; i <= n; i++)
    for (int c = 0; c <= m; c++) {
      best[i][c] = best[i - 1][c];
      int left = c - 1 - w[i - 1];
      if (left >= 0 && left <= m && best[i - 1][left] + v[i - 1] > best[i][c])
        best[i][c] = best[i - 1][left] + v[i - 1];
    }
  int result = best[n][m];
  for (int i = 0; i <= n; i++)
    free(best[i]);
  free(best);
  return result;
}

// The whole last row, and weights that are every other number.
__attribute__((noinline)) static void last(long n, long m, const short *things,
                                           double *out) {
  double (*best)[m + 1] = malloc((n + 1) * sizeof *best);
  for (long c = 0; c <= m; c++)
    best[0][c] = c * 0.5;
  for (long i = 1; i <= n; i++) {
    short weight = things[2 * i];
    for (long c = 0; c <= m; c++)
      best[i][c] = weight <= c && c - weight <= m
                       ? best[i - 1][c] * 0.75 + best[i - 1][c - weight]
                       : best[i - 1][c];
  }
  for (long c = 0; c <= m; c++)
    out[c] = best[n][c];
  free(best);
}

// How many ways there are to pay: the row itself, further left.
__attribute__((noinline)) static unsigned ways(int n, int sum,
                                               const int *coins) {
  unsigned a[n + 1][sum + 1];
  for (int i = 0; i <= n; i++)
    a[i][0] = 1;
  for (int j = 1; j <= sum; j++)
    a[0][j] = 0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= sum; j++) {
      a[i][j] = a[i - 1][j];
      if (j >= coins[i - 1] && coins[i - 1] > 0)
        a[i][j] += a[i][j - coins[i - 1]];
    }
  return a[n][sum];
}

// From the end, further right.
__attribute__((noinline)) static int backwards(int n, int m, const int *w,
                                               const int *v) {
  int (*best)[m + 1] = malloc((n + 1) * sizeof *best);
  for (int c = 0; c <= m; c++)
    best[n][c] = c & 1;
  for (int i = n - 1; i >= 0; i--)
    for (int c = 0; c <= m; c++) {
      int with = -1;
      if (c + w[i] <= m && c + w[i] >= 0)
        with = best[i + 1][c + w[i]] + v[i];
      best[i][c] = larger(with, best[i + 1][c]);
    }
  int result = best[0][0];
  free(best);
  return result;
}

// Weights without a sign, of a byte.
__attribute__((noinline)) static int small(unsigned n, unsigned m,
                                           const unsigned char *w) {
  int *best = malloc((n + 1ul) * (m + 1ul) * sizeof(int));
  for (unsigned c = 0; c <= m; c++)
    best[c] = 0;
  for (unsigned i = 1; i <= n; i++)
    for (unsigned c = 0; c <= m; c++) {
      int x = best[(i - 1) * (m + 1ul) + c];
      if (w[i] <= c)
        x = larger(x, best[(i - 1) * (m + 1ul) + c - w[i]] + (int)i);
      best[i * (m + 1ul) + c] = x;
    }
  int result = best[n * (m + 1ul) + m];
  free(best);
  return result;
}

// Rows of a size that is known.
__attribute__((noinline)) static int known(int n, const int *w, const int *v) {
  enum { M = 77 };
  int (*best)[M] = calloc(n + 1, sizeof *best);
  for (int i = 1; i <= n; i++)
    for (int c = 0; c < M; c++) {
      best[i][c] = best[i - 1][c];
      if (w[i - 1] <= c && w[i - 1] >= 0)
        best[i][c] = larger(best[i][c], best[i - 1][c - w[i - 1]] + v[i - 1]);
    }
  int result = best[n][M - 1];
  free(best);
  return result;
}

// Two distances in one element.
__attribute__((noinline)) static int two(int n, int m, const int *w,
                                         const int *v) {
  int (*a)[m + 1] = malloc((n + 1) * sizeof *a);
  for (int c = 0; c <= m; c++)
    a[0][c] = c % 3;
  for (int i = 1; i <= n; i++)
    for (int c = 0; c <= m; c++) {
      int x = a[i - 1][c];
      if (c >= w[i - 1] && c - w[i - 1] <= m)
        x += a[i - 1][c - w[i - 1]];
      if (c >= v[i - 1])
        x ^= a[i - 1][c - v[i - 1]];
      a[i][c] = x & 1023;
    }
  int result = a[n][m];
  free(a);
  return result;
}

// In any order, under no condition: places that may be in the next row, which
// only the program as it was can deal with.
__attribute__((noinline)) static double gather(long n, long m, const int *from) {
  double *a = calloc((n + 2) * (m + 1), sizeof(double));
  for (long j = 0; j <= m; j++)
    a[j] = j * 0.25;
  for (long i = 1; i <= n; i++)
    for (long j = 0; j <= m; j++)
      a[i * (m + 1) + j] =
          a[(i - 1) * (m + 1) + from[j]] * 0.5 + a[(i - 1) * (m + 1) + j];
  double sum = 0;
  for (long j = 0; j <= m; j++)
    sum += a[n * (m + 1) + j] * j;
  free(a);
  return sum;
}

// Copied as it is.
__attribute__((noinline)) static float moved(long n, long m, const int *from) {
  float(*a)[m + 1] = malloc((n + 1) * sizeof *a);
  for (long j = 0; j <= m; j++)
    a[0][j] = j;
  for (long i = 1; i <= n; i++)
    for (long j = 0; j <= m; j++)
      a[i][j] = a[i - 1][from[m - j]];
  float last = a[n][m / 2];
  free(a);
  return last;
}

int main(int argc, char **argv) {
  int n = size(argv, 1), m = size(argv, 2), least = size(argv, 3) - 13;
  int *w = malloc((n + 1) * sizeof(int)), *v = malloc((n + 1) * sizeof(int));
  short *things = malloc((2 * n + 2) * sizeof(short));
  unsigned char *bytes = malloc(n + 1);
  double *out = malloc((m + 1) * sizeof(double));
  for (int i = 0; i <= n; i++) {
    w[i] = least + i * 7 % 12;
    v[i] = i * i % 23;
    things[2 * i] = w[i];
    things[2 * i + 1] = -100;
    bytes[i] = i * 101;
  }
  printf("%d %d\n", book(n, m, w, v), rows(n, m, w, v));
  last(n, m, things, out);
  for (int c = 0; c <= m; c++)
    show(out[c]);
  printf("%u %d\n", ways(n, m, w), backwards(n, m, w, v));
  printf("%d %d %d\n", small(n, m, bytes), known(n, w, v), two(n, m, w, v));
  int *from = malloc((m + 1) * sizeof(int));
  for (int j = 0; j <= m; j++)
    from[j] = (j * 7 + 3) % (m + 1);
  show(moved(n, m, from));
  from[m / 2] -= least < 0 ? from[m / 2] - m - 2 : 0;
  show(gather(n, m, from));
  free(from);
  free(w);
  free(v);
  free(things);
  free(bytes);
  free(out);
}
