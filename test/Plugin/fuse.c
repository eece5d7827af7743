// A temporary between two loops is gone, but with schedule=keep.

// RUN: %c_and_plugin -O2 -g -S \
// RUN:   -emit-llvm %s -o %t.ll -Rpass=smolly 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=FUSED <%t.ll
// RUN: env SMOLLY_OPTIONS=schedule=keep,verify %c_and_plugin -O2 -S \
// RUN:   -emit-llvm %s -o - -Rpass=smolly 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KEPT
// RUN: %opt_and_plugin -passes='smolly<schedule=keep>' -print-pipeline-passes \
// RUN:   -disable-output %t.ll | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: smolly<{{.*}}schedule=keep>

#include <stdlib.h>

// CHECK: fuse.c:[[#@LINE+6]]:{{.*}} remark: array 't' contracted from n to 1 element of 8 bytes
// CHECK: fuse.c:[[#@LINE+7]]:{{.*}} remark: 2 loop nests run alongside each other: the arrays between them take 8 bytes in place of 7.8 KiB, with 1000 for each size that is not known
// FUSED-LABEL: define {{.*}}@smooth(
// FUSED: fmul <2 x double>
// KEPT-NOT: remark: {{.*}}alongside
double *smooth(long n, const double *x, double *y) {
  double *t = malloc(n * sizeof *t);
  for (long i = 0; i < n; i++)
    t[i] = x[i] * x[i];
  for (long i = 0; i < n; i++)
    y[i] = t[i] + 1;
  free(t);
  return y;
}

// A sum of a temporary: no memory is left.
// CHECK: fuse.c:[[#@LINE+2]]:{{.*}} remark: array 't' contracted from n to 1 element
double sum(long n) {
  double *t = malloc(n * sizeof *t), sum = 0;
  for (long i = 0; i < n; i++)
    t[i] = i;
  for (long i = 0; i < n; i++)
    sum += t[i];
  free(t);
  return sum;
}

// What fits the cache stays there anyway, and what would not become smaller is
// left in its order.
// RUN: %c_and_plugin -O2 -c %s -o %t.o \
// RUN:   -Rpass-missed=smolly 2>&1 | FileCheck %s --check-prefix=MISSED
// MISSED: fuse.c:[[#@LINE+5]]:{{.*}} remark: 2 loop nests do not run alongside each other: the arrays between them fit the cache
void small(const double (*x)[60], double (*y)[60]) {
  double (*t)[60] = malloc(60 * sizeof *t);
  for (long i = 0; i < 60; i++)
    for (long j = 0; j < 60; j++)
      t[i][j] = x[i][j] * x[i][j];
  for (long i = 1; i < 59; i++)
    for (long j = 1; j < 59; j++)
      y[i][j] = t[i - 1][j] + t[i + 1][j] + 1;
  free(t);
}

// MISSED: fuse.c:[[#@LINE+5]]:{{.*}} remark: 2 loop nests do not run alongside each other: the arrays between them would take {{.*}} MiB as before
void both(long n, const double (*x)[n], double (*y)[n], double *z) {
  double (*t)[n] = malloc(n * sizeof *t);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      t[i][j] = x[i][j] * x[i][j];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      y[i][j] = t[i][j] + 1;
  for (long j = 0; j < n; j++)
    for (long i = 0; i < n; i++)
      z[j] += t[i][n - 1 - j];
  free(t);
}

// What a third nest reads backwards stays whole, so that the first two gain
// nothing; the other two nests are not held back by that.
// CHECK: fuse.c:[[#@LINE+6]]:{{.*}} remark: array 'rows' contracted from n * n to 2 * n elements
// CHECK: fuse.c:[[#@LINE+8]]:{{.*}} remark: 2 loop nests run alongside each other: the arrays between them take 16 KiB in place of 7.6 MiB
// MISSED: fuse.c:[[#@LINE+7]]:{{.*}} remark: 2 loop nests do not run alongside each other: the arrays between them would take {{.*}}7.6 MiB as before
void groups(long n, const double (*restrict in)[n], double (*restrict first)[n],
            double (*restrict second)[n]) {
  double (*whole)[n] = malloc(n * sizeof *whole);
  double (*rows)[n] = malloc(n * sizeof *rows);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      whole[i][j] = i * j;
  for (long i = 0; i < n - 1; i++)
    for (long j = 0; j < n; j++)
      first[i][j] = whole[i][j] + whole[i + 1][j];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      first[i][j] += whole[n - 1 - i][j];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      rows[i][j] = in[i][j] * 3;
  for (long i = 0; i < n - 1; i++)
    for (long j = 0; j < n; j++)
      second[i][j] = rows[i][j] + rows[i + 1][j];
  free(whole);
  free(rows);
}

// A signal runs in strips, which are not put side by side, although the last
// loop waits for itself.
// CHECK: fuse.c:[[#@LINE+5]]:{{.*}} remark: array 'a' contracted from n to [[#STRIP:]] elements
// CHECK: fuse.c:[[#@LINE+5]]:{{.*}} remark: array 'b' contracted from n - 1 to [[#STRIP-1]] elements
// CHECK: fuse.c:[[#@LINE+7]]:{{.*}} remark: 3 loop nests run alongside each other: the arrays between them take {{.*}} KiB in place of {{.*}} MiB
// CHECK-NOT: side by side
double changes(const double *restrict in, long n) {
  double *a = malloc(n * sizeof *a);
  double *b = malloc(n * sizeof *b);
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = 3 * in[i];
  for (long i = 1; i < n; i++)
    b[i] = a[i] - a[i - 1];
  for (long i = 1; i < n; i++)
    sum += b[i] * in[i];
  free(a);
  free(b);
  return sum;
}

// What waits for a sum needs no strips of the loops in front of it.
// CHECK: fuse.c:[[#@LINE+3]]:{{.*}} remark: array 'square' contracted from n to 1 element
void normalise(const double *restrict in, double *restrict out, long n) {
  double *centred = malloc(n * sizeof *centred);
  double *square = malloc(n * sizeof *square);
  double sum = 0;
  for (long i = 0; i < n; i++)
    centred[i] = in[i] - 1;
  for (long i = 0; i < n; i++)
    square[i] = centred[i] * centred[i];
  for (long i = 0; i < n; i++)
    sum += square[i];
  for (long i = 0; i < n; i++)
    out[i] = centred[i] / sum;
  free(centred);
  free(square);
}
