// Tables of pointers to rows, as people make them: rows allocated one by one,
// with and without a look at whether there was memory, by helpers or not, one
// block cut into rows, and each row behind the one before. Two tables change
// places. Functions work on rows.
// contracted: 14
// sizes: 0,0,0 1,1,1 1,5,2 2,1,3 5,7,2 7,5,3 16,33,4 64,31,5 97,101,6
// RUN: %differential %s
#include "Inputs/rows.h"

__attribute__((noinline)) static double stages(int n, int m) {
  double **a = make(n, m), **b = make(n, m), **c = make(n, m);
  fill(a, n, m);
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < m; j++)
      b[i][j] = a[i - 1][j] + a[i][j] + a[i + 1][j];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      c[i][j] = b[i][j - 1] + b[i][j] + b[i][j + 1];
  double sum = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      sum += c[i][j] * c[i][j];
  drop(a, n);
  drop(b, n);
  drop(c, n);
  return sum;
}

__attribute__((noinline)) static int common(long n, long m) {
  int **t = malloc((n + 1) * sizeof(int *));
  for (long i = 0; i <= n; i++)
    t[i] = calloc(m + 1, sizeof(int));
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++)
      if (i * i % 7 == j * 3 % 5)
        t[i][j] = t[i - 1][j - 1] + 1;
      else
        t[i][j] = t[i - 1][j] > t[i][j - 1] ? t[i - 1][j] : t[i][j - 1];
  int length = t[n][m];
  for (long i = 0; i <= n; i++)
    free(t[i]);
  free(t);
  return length;
}

static void heat(double **u, double **v, int n, int m) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

__attribute__((noinline)) static double copied(int n, int m, int steps) {
  double **u = make(n, m), **v = make(n, m);
  fill(u, n, m);
  fill(v, n, m);
  for (int t = 0; t < steps; t++) {
    heat(u, v, n, m);
    for (int i = 1; i < n - 1; i++)
      memcpy(u[i], v[i], m * sizeof(double));
  }
  double sum = sum_of(u, n, m);
  drop(u, n);
  drop(v, n);
  return sum;
}

__attribute__((noinline)) static double swapped(int n, int m, int steps) {
  double **u = make(n, m), **v = make(n, m);
  fill(u, n, m);
  fill(v, n, m);
  for (int t = 0; t < steps; t++) {
    heat(u, v, n, m);
    double **w = u;
    u = v;
    v = w;
  }
  double sum = sum_of(u, n, m);
  drop(u, n);
  drop(v, n);
  return sum;
}

static double **matrix(long n, long m) {
  double **a = malloc(n * sizeof *a);
  a[0] = malloc(n * m * sizeof **a);
  for (long i = 1; i < n; i++)
    a[i] = a[i - 1] + m;
  return a;
}

__attribute__((noinline)) static double in_turn(long n, long m) {
  double **a = matrix(n, m), **b = matrix(n, m);
  double sum = blur(a, b, n, m);
  free(a[0]);
  free(a);
  free(b[0]);
  free(b);
  return sum;
}

__attribute__((noinline)) static double in_block(int n, int m) {
  double **a = malloc(n * sizeof *a), **b = malloc(n * sizeof *b);
  double *first = malloc((size_t)n * m * sizeof(double));
  b[0] = malloc((size_t)n * m * sizeof(double));
  for (int i = 0; i < n; i++)
    a[i] = first + i * m;
  for (int i = 1; i < n; i++)
    b[i] = b[0] + i * m;
  double sum = blur(a, b, n, m);
  free(first);
  free(b[0]);
  free(a);
  free(b);
  return sum;
}

static void fill_row(double *row, int i, int m) {
  for (int j = 0; j < m; j++)
    row[j] = (i * 3 + j * 5) % 17;
}

static void add_rows(const double *a, const double *b, double *to, int m) {
  for (int j = 0; j < m; j++)
    to[j] = a[j] + b[j] * 0.5;
}

__attribute__((noinline)) static double by_rows(int n, int m) {
  double **a = make(n, m), **b = make(n, m);
  for (int i = 0; i < n; i++)
    fill_row(a[i], i, m);
  for (int i = 1; i < n; i++)
    add_rows(a[i - 1], a[i], b[i], m);
  double sum = 0;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      sum = sum * 0.5 + b[i][j];
  for (int i = 0; i < n; i++) {
    free(a[i]);
    free(b[i]);
  }
  free(a);
  free(b);
  return sum;
}

// A pointer goes on through one block.
__attribute__((noinline)) static double walking(long n, long m) {
  double **a = malloc(n * sizeof(double *));
  double *row = malloc(n * m * sizeof(double)), *block = row;
  for (long i = 0; i < n; i++) {
    a[i] = row;
    row += m;
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      a[i][j] = i == 0 ? j : a[i - 1][j] + i;
  double sum = 0;
  for (long j = 0; j < m; j++)
    sum = sum * 0.5 + a[n - 1][j];
  free(block);
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2), steps = size(argv, 3);
  show(stages(n, m));
  show(by_rows(n, m));
  show(common(n, m));
  show(copied(n, m, steps));
  show(swapped(n, m, steps));
  if (n > 0) {
    show(in_turn(n, m));
    show(in_block(n, m));
    show(walking(n, m));
  }
}
