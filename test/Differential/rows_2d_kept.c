// Tables of pointers to rows of which something is not what it would have to be
// for the rows to lie behind each other, or for the table to be left out.
// Beside each is an array that becomes smaller, without which nothing would
// change.
// contracted: 13
// sizes: 1,1 1,5 2,2 5,7 16,33 64,31 97,101
// fast: 16
// RUN: %differential %s
#include "Inputs/rows.h"

#define BESIDE(sum)                                                            \
  double *beside = malloc(n * n * sizeof(double));                             \
  for (long i = 0; i < n; i++)                                                 \
    for (long j = 0; j < n; j++)                                               \
      beside[i * n + j] = i == 0 ? j : beside[(i - 1) * n + j] + i;            \
  for (long j = 0; j < n; j++)                                                 \
    sum += beside[(n - 1) * n + j];                                            \
  free(beside);

// Rows of different lengths.
__attribute__((noinline)) static double triangle(long n) {
  double **a = malloc(n * sizeof(double *));
  for (long i = 0; i < n; i++)
    a[i] = malloc((i + 1) * sizeof(double));
  a[0][0] = 1;
  for (long i = 1; i < n; i++) {
    a[i][0] = a[i][i] = 1;
    for (long j = 1; j < i; j++)
      a[i][j] = a[i - 1][j - 1] + a[i - 1][j];
  }
  double sum = a[n - 1][n / 2];
  drop(a, n);
  BESIDE(sum)
  return sum;
}

// Rows change places, as in a pivot search.
__attribute__((noinline)) static double exchanged(long n, long m) {
  double **a = make(n, m);
  fill(a, n, m);
  for (long i = 0; i < n / 2; i++) {
    double *row = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = row;
  }
  double sum = sum_of(a, n, m);
  drop(a, n);
  BESIDE(sum)
  return sum;
}

// A row outlives its table.
__attribute__((noinline)) static double outlives(long n, long m) {
  double **a = make(n, m);
  fill(a, n, m);
  double *last = a[n - 1];
  for (long i = 0; i < n - 1; i++)
    free(a[i]);
  free(a);
  double sum = 0;
  for (long j = 0; j < m; j++)
    sum = sum * 0.75 + last[j];
  free(last);
  BESIDE(sum)
  return sum;
}

// The table is left behind when its rows are gone; here, it is not lost.
static double **left;

__attribute__((noinline)) static double reused(long n, long m) {
  double **a = make(n, m);
  fill(a, n, m);
  double sum = sum_of(a, n, m);
  for (long i = 0; i < n; i++)
    free(a[i]);
  left = a;
  BESIDE(sum)
  return sum;
}

// A row is asked for only where it is needed.
__attribute__((noinline)) static double on_demand(long n, long m) {
  double **a = calloc(n, sizeof(double *));
  for (long k = 0; k < 2 * n; k += 3) {
    long i = k % n;
    if (!a[i])
      a[i] = calloc(m, sizeof(double));
    for (long j = 0; j < m; j++)
      a[i][j] += k + j;
  }
  double sum = 0;
  for (long i = 0; i < n; i++)
    if (a[i])
      for (long j = 0; j < m; j++)
        sum = sum * 0.75 + a[i][j];
  drop(a, n);
  BESIDE(sum)
  return sum;
}

// Only some rows are there.
__attribute__((noinline)) static double half(long n, long m) {
  double **a = calloc(n, sizeof(double *));
  for (long i = 0; i < n / 2; i++)
    a[i] = calloc(m, sizeof(double));
  double rows = 0;
  for (long i = 0; i < n; i++)
    rows += a[i] != NULL;
  drop(a, n);
  BESIDE(rows)
  return rows;
}

// A row grows.
__attribute__((noinline)) static double grows(long n, long m) {
  double **a = make(n, m);
  fill(a, n, m);
  a[n / 2] = realloc(a[n / 2], 2 * m * sizeof(double));
  for (long j = m; j < 2 * m; j++)
    a[n / 2][j] = j;
  double sum = sum_of(a, n, m) + a[n / 2][2 * m - 1];
  drop(a, n);
  BESIDE(sum)
  return sum;
}

// Somebody else gets to know a row.
static double *known;

__attribute__((noinline)) static void tell(double *row, long m) {
  known = row;
  for (long j = 0; j < m; j++)
    row[j] += 1;
}

__attribute__((noinline)) static double told(long n, long m) {
  double **a = make(n, m);
  fill(a, n, m);
  tell(a[n / 2], m);
  known[0] += 3;
  double sum = sum_of(a, n, m);
  drop(a, n);
  BESIDE(sum)
  return sum;
}

// Rows overlap, and not all of them are set in order.
__attribute__((noinline)) static double overlapping(long n, long m) {
  double **a = malloc(n * sizeof(double *));
  double *block = malloc((n + m) * sizeof(double));
  for (long i = 0; i < n; i++)
    a[i] = block + i;
  fill(a, n, m);
  double sum = sum_of(a, n, m);
  a[n - 1] = block;
  sum += a[n - 1][0];
  free(block);
  free(a);
  BESIDE(sum)
  return sum;
}

// The table is made anew in each step, with other rows.
__attribute__((noinline)) static double anew(long n, long m) {
  double sum = 0;
  for (long t = 0; t < 3; t++) {
    double **a = make(n, m + t);
    fill(a, n, m + t);
    double *row = a[t % n];
    sum += row[0] + sum_of(a, n, m + t);
    drop(a, n);
  }
  BESIDE(sum)
  return sum;
}

// Places are set twice, with other rows.
__attribute__((noinline)) static double twice(long n, long m) {
  double sum = 0;
  BESIDE(sum)
  double **a = malloc(n * 3 * sizeof(double *));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < 2; j++) {
      a[i + j] = calloc(m, sizeof(double));
      a[i + j][0] += 1;
      sum += a[i + j][0];
    }
  for (long i = 0; i <= n; i++)
    sum = sum * 0.75 + a[i][0];
  free(a);
  return sum;
}

// A row is kept until the next step.
__attribute__((noinline)) static double next_step(long n, long m) {
  double sum = 0, *kept = NULL;
  for (long t = 0; t < 3; t++) {
    double **a = make(n, m);
    fill(a, n, m);
    if (kept)
      for (long j = 0; j < m; j++)
        sum = sum * 0.75 + kept[j];
    free(kept);
    kept = a[0];
    for (long i = 1; i < n; i++)
      free(a[i]);
    free(a);
  }
  free(kept);
  BESIDE(sum)
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2);
  show(triangle(n));
  show(exchanged(n, m));
  show(outlives(n, m));
  show(reused(n, m));
  free(left);
  show(on_demand(n, m));
  show(half(n, m));
  show(grows(n, m));
  show(told(n, m));
  show(overlapping(n, m));
  show(anew(n, m));
  show(twice(n, m));
  show(next_step(n, m));
}
