// What programs with tables of pointers to rows share.

#ifndef ROWS_H
#define ROWS_H

#include "program.h"

#ifndef __cplusplus
static inline double **make(int n, int m) {
  double **a = malloc(n * sizeof(double *));
  if (!a)
    exit(1);
  for (int i = 0; i < n; i++) {
    a[i] = malloc(m * sizeof(double));
    if (!a[i])
      exit(1);
  }
  return a;
}
#endif

static inline void drop(double **a, int n) {
  for (int i = 0; i < n; i++)
    free(a[i]);
  free(a);
}

static inline void fill(double **a, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = (i * 3 + j * 5) % 17;
}

static inline double sum_of(double **a, int n, int m) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum = sum * 0.75 + a[i][j];
  return sum;
}

// Two stages in a and b, and what is left of them.
static inline double blur(double **a, double **b, int n, int m) {
  fill(a, n, m);
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < m; j++)
      b[i][j] = a[i - 1][j] + a[i][j] + a[i + 1][j];
  double sum = 0;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      sum += b[i][j] * b[i][j - 1];
  return sum;
}

#endif
