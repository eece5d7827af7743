// Subscripts that depend on a value in memory: rows of a table are read at any
// distance that a check in front of the loops lets through.
// RUN: %c_and_plugin -O2 -g -S -emit-llvm %s -o %t.ll -Rpass=smolly \
// RUN:   -Rpass-missed=smolly 2> %t.txt
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.ll --check-prefix=IR
#include <stdlib.h>

// The least weight is found ahead of everything, in a loop that can be
// vectorised, and nothing is left of what stands for weights meanwhile.
// IR-LABEL: define {{.*}}@bag(
// IR-NOT: call {{.*}}@calloc
// IR: call <{{[0-9]+}} x i32> @llvm.smin
// IR: call {{.*}}@calloc
// IR-LABEL: define
// IR-NOT: smolly.indirect
// IR-NOT: smolly.least
// REMARK: :[[@LINE+2]]:{{[0-9]+}}: remark: array 'best' contracted from (n + 1) * (m + 1) to 2 * (m + 1) elements
int bag(int n, int m, const int *weights, const int *values) {
  int (*best)[m + 1] = calloc(n + 1, sizeof *best);
  for (int i = 1; i <= n; i++)
    for (int c = 0; c <= m; c++) {
      best[i][c] = best[i - 1][c];
      if (weights[i] <= c && best[i - 1][c - weights[i]] + values[i] > best[i][c])
        best[i][c] = best[i - 1][c - weights[i]] + values[i];
    }
  int result = best[n][m];
  free(best);
  return result;
}

// From the end, at a distance to the right: the greatest is asked for as well.
// REMARK: :[[@LINE+2]]:{{[0-9]+}}: remark: array 'best' contracted
int backwards(int n, int m, const int *weights, const int *values) {
  int (*best)[m + 1] = malloc((n + 1) * sizeof *best);
  for (int c = 0; c <= m; c++)
    best[n][c] = 0;
  for (int i = n - 1; i >= 0; i--)
    for (int c = 0; c <= m; c++) {
      best[i][c] = best[i + 1][c];
      if (c + weights[i] <= m)
        best[i][c] = best[i + 1][c + weights[i]] + values[i];
    }
  int result = best[0][0];
  free(best);
  return result;
}

// Which row it is depends on memory.
// REMARK: :[[@LINE+2]]:{{[0-9]+}}: remark: array 'a' left as it is: it is accessed with a subscript that is not affine
int rows(int n, int m, const int *before) {
  int (*a)[m] = malloc(n * sizeof *a);
  for (int j = 0; j < m; j++)
    a[0][j] = j;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = before[i] < i && before[i] >= 0 ? a[before[i]][j] + 1 : 0;
  int result = a[n - 1][m - 1];
  free(a);
  return result;
}

// The loops write what a check in front of them would ask for.
// REMARK: :[[@LINE+2]]:{{[0-9]+}}: remark: array 'a' left as it is: it is accessed with a subscript that is not affine
int changing(int n, int m, int *weights) {
  int (*a)[m + 1] = malloc((n + 1) * sizeof *a);
  for (int c = 0; c <= m; c++)
    a[0][c] = c;
  for (int i = 1; i <= n; i++)
    for (int c = 0; c <= m; c++) {
      a[i][c] = a[i - 1][c];
      if (weights[i] <= c && weights[i] >= 0)
        a[i][c] = a[i - 1][c - weights[i]];
      weights[i + 1] = c & 3;
    }
  int result = a[n][m];
  free(a);
  return result;
}

// What is computed from what is in memory has no bounds.
// REMARK: :[[@LINE+2]]:{{[0-9]+}}: remark: array 'a' left as it is: it is accessed with a subscript that is not affine
int squares(int n, int m, const int *weights) {
  int (*a)[m + 1] = malloc((n + 1) * sizeof *a);
  for (int c = 0; c <= m; c++)
    a[0][c] = c;
  for (int i = 1; i <= n; i++)
    for (int c = 0; c <= m; c++) {
      a[i][c] = a[i - 1][c];
      if (weights[i] * weights[i] <= c)
        a[i][c] += a[i - 1][c - weights[i] * weights[i]];
    }
  int result = a[n][m];
  free(a);
  return result;
}
