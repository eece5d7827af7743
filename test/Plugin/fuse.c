// A temporary between two loops is gone with schedule=fuse, and only then.

// RUN: env SMOLLY_OPTIONS=schedule=fuse,verify %c_and_plugin -O2 -g -S \
// RUN:   -emit-llvm %s -o %t.ll -Rpass=smolly 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=FUSED <%t.ll
// RUN: %c_and_plugin -O2 -S -emit-llvm %s -o - -Rpass=smolly 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KEPT
// RUN: %opt_and_plugin -passes='smolly<schedule=fuse>' -print-pipeline-passes \
// RUN:   -disable-output %t.ll | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: smolly<{{.*}}schedule=fuse>

#include <stdlib.h>

// CHECK: fuse.c:[[#@LINE+6]]:{{.*}} remark: array 't' contracted from n to 1 elements of 8 bytes
// CHECK: fuse.c:[[#@LINE+7]]:{{.*}} remark: 2 loop nests run alongside each other, as they need 0 % of the memory then
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
