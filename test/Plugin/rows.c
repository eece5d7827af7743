// Tables of pointers to rows: the array has the name of its table, of which
// nothing is left, nor of the rows but what the check at run time needs. Rows
// that are to be aligned for vectors stay as they are, and so do those that are
// freed on the way.

// RUN: %c_and_plugin -O2 -g -S -emit-llvm %s -o %t.ll -Rpass=smolly \
// RUN:   -Rpass-missed=smolly 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR <%t.ll

#include <stdlib.h>

// CHECK: rows.c:[[#@LINE+6]]:{{.*}} remark: array 'table' contracted from (n + 1) * (m + 1) to m + 1 elements of 4 bytes
// IR-LABEL: define {{.*}}@common(
// IR-NOT: store ptr
// IR-NOT: load ptr
// IR: ret i32
int common(long n, long m, const char *x, const char *y) {
  int **table = malloc((n + 1) * sizeof(int *));
  for (long i = 0; i <= n; i++)
    table[i] = calloc(m + 1, sizeof(int));
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= m; j++)
      if (x[i - 1] == y[j - 1])
        table[i][j] = table[i - 1][j - 1] + 1;
      else
        table[i][j] = table[i - 1][j] > table[i][j - 1] ? table[i - 1][j]
                                                        : table[i][j - 1];
  int length = table[n][m];
  for (long i = 0; i <= n; i++)
    free(table[i]);
  free(table);
  return length;
}

typedef double Pair __attribute__((vector_size(16)));

// CHECK: rows.c:[[#@LINE+4]]:{{.*}} remark: this array left as it is: it has its address stored in memory
double pairs(long n, long m) {
  double **a = malloc(n * sizeof(double *));
  for (long i = 0; i < n; i++)
    a[i] = malloc(m * sizeof(double));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m / 2; j++)
      ((Pair *)a[i])[j] = (Pair){i, j};
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m / 2; j++)
      sum += ((Pair *)a[i])[j][1];
  for (long i = 0; i < n; i++)
    free(a[i]);
  free(a);
  return sum;
}

// CHECK: rows.c:[[#@LINE+4]]:{{.*}} remark: this array left as it is: it has its address stored in memory
double released(long n, long m) {
  double **a = malloc(n * sizeof(double *)), sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = malloc(m * sizeof(double));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      a[i][j] = i + j;
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < m; j++)
      sum = sum * 0.5 + a[i][j];
    free(a[i]);
  }
  free(a);
  return sum;
}
