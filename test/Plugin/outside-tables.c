// Rows whose pointers are in tables of somebody else: loops over them are vectorised,
// each pointer is loaded ahead of them, and rows in no order are sorted to see that they
// are apart.

// RUN: %c_and_plugin -O2 -Rpass='smolly|loop-vectorize' -Rpass-missed=smolly \
// RUN:   -S -emit-llvm -g %s -o %t.ll 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.ll
// RUN: %c_and_plugin -O2 -mllvm -smolly-options=always,count-runs %s -o %t
// RUN: %t 40 200 0 2>&1 | FileCheck %s --check-prefix=RUNS
// RUN: %t 40 200 1 2>&1 | FileCheck %s --check-prefix=RUNS
// RUN: %t 40 200 2 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: %t 40 20 0 2>&1 | FileCheck %s --check-prefix=RUNS
// Short rows are not worth sorting.
// RUN: %t 40 20 1 2>&1 | FileCheck %s --check-prefix=NEVER
#include <stdio.h>
#include <stdlib.h>

// CHECK-DAG: array 't' contracted from h * (w - 1) to 2 * (w - 1) elements of 8 bytes
// New loops are where the function begins.
// CHECK-DAG: outside-tables.c:[[#@LINE+3]]:{{[0-9]+}}: remark: vectorized loop
// IR-LABEL: define {{.*}}@smooth(
// IR: call {{.*}}@smolly.rows.apart(
__attribute__((noinline)) void smooth(double **in, double **out, long h,
                                      long w) {
  double (*t)[w] = malloc(h * sizeof *t);
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w; j++)
      t[i][j] = in[i][j] + in[i][j - 1];
  for (long i = 1; i < h; i++)
    for (long j = 1; j < w; j++)
      out[i][j] = t[i][j] + t[i - 1][j];
  free(t);
}

// CHECK-DAG: array 't' left as it is: the pointers to some rows of a table may not be there
double marked(const char *is_there, double **in, long h, long w) {
  double (*t)[w] = calloc(h, sizeof *t), sum = 0;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      if (is_there[i])
        in[i][j] = t[i][j] = j * 2;
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      sum += t[i][j] - t[i - 1][j];
  free(t);
  return sum;
}

// CHECK-DAG: array 't' left as it is: it is not known which rows of a table
void one_row(double **in, double **out, long k, long w) {
  double *t = malloc(w * sizeof *t);
  for (long j = 0; j < w; j++)
    t[j] = in[k][j] + in[0][j];
  for (long j = 0; j < w; j++)
    out[k][j] = t[j] * 2;
  free(t);
}

// RUNS: smolly: 1 runs of rewritten loops
// NEVER: smolly: 0 runs of rewritten loops
int main(int argc, char **argv) {
  long h = atol(argv[1]), w = atol(argv[2]), kind = atol(argv[3]);
  double *memory = calloc(2 * h * w, sizeof *memory);
  double **in = malloc(h * sizeof *in), **out = malloc(h * sizeof *out);
  for (long i = 0; i < h; i++) {
    long row = kind > 0 ? i * 7 % h : i;
    in[i] = memory + row * w;
    out[i] = memory + (h + row) * w - 2 * (kind == 2 && row == 7);
  }
  smooth(in, out, h, w);
  printf("%g\n", out[h - 1][w - 1]);
  free(in);
  free(out);
  free(memory);
}
