// Tables of tables of rows: allocated one by one, and cut out of blocks.
// contracted: 4
// sizes: 0,0 1,1 1,5 2,2 5,3 7,4 13,16 21,11
// RUN: %differential %s
#include "Inputs/program.h"

static double ***make(int n, int m, int k) {
  double ***a = malloc(n * sizeof(double **));
  for (int i = 0; i < n; i++) {
    a[i] = malloc(m * sizeof(double *));
    for (int j = 0; j < m; j++)
      a[i][j] = malloc(k * sizeof(double));
  }
  return a;
}

static void drop(double ***a, int n, int m) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++)
      free(a[i][j]);
    free(a[i]);
  }
  free(a);
}

static double work(double ***a, double ***b, int n, int m, int k) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++)
        a[i][j][l] = (i * 3 + j * 5 + l * 7) % 17;
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++)
        b[i][j][l] = a[i - 1][j][l] + a[i + 1][j][l] * a[i][j][l];
  double sum = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++)
        sum = sum * 0.5 + b[i][j][l];
  return sum;
}

__attribute__((noinline)) static double apart(int n, int m) {
  int k = m + 1;
  double ***a = make(n, m, k), ***b = make(n, m, k);
  double sum = work(a, b, n, m, k);
  drop(a, n, m);
  drop(b, n, m);
  return sum;
}

static double ***cut(int n, int m, int k) {
  double ***a = malloc(n * sizeof(double **));
  double **rows = malloc((size_t)n * m * sizeof(double *));
  double *block = malloc((size_t)n * m * k * sizeof(double));
  for (int i = 0; i < n; i++) {
    a[i] = rows + i * m;
    for (int j = 0; j < m; j++)
      a[i][j] = block + (i * m + j) * k;
  }
  return a;
}

static void drop_cut(double ***a) {
  free(a[0][0]);
  free(a[0]);
  free(a);
}

__attribute__((noinline)) static double blocks(int n, int m) {
  int k = m + 1;
  double ***a = cut(n, m, k), ***b = cut(n, m, k);
  double sum = work(a, b, n, m, k);
  drop_cut(a);
  drop_cut(b);
  return sum;
}

int main(int argc, char **argv) {
  show(apart(size(argv, 1), size(argv, 2)));
  if (size(argv, 1) > 0)
    show(blocks(size(argv, 1), size(argv, 2)));
}
