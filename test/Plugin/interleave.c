// Rows whose innermost loop waits for itself run side by side, and sums in registers get
// one for each row.

// RUN: %c_and_plugin -O2 -g -S -emit-llvm %s -o %t.ll -Rpass=smolly 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=ROWS <%t.ll
// RUN: env SMOLLY_OPTIONS=no-interleave,verify %c_and_plugin -O2 -g -S -emit-llvm %s \
// RUN:   -o - -Rpass=smolly 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: env SMOLLY_OPTIONS=schedule=keep,verify %c_and_plugin -O2 -g -S -emit-llvm %s \
// RUN:   -o - -Rpass=smolly 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: %opt_and_plugin -passes='smolly<no-interleave>' -print-pipeline-passes \
// RUN:   -disable-output %t.ll | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: smolly<{{.*}}no-interleave>
// OFF-NOT: side by side
#include <stdlib.h>

// CHECK: interleave.c:[[#@LINE+9]]:{{.*}} remark: iterations of the loops around an innermost loop run side by side, 4 at a time: those of the innermost loop wait for each other
// Rows are unrolled: four of them, and those that are left over.
// ROWS-LABEL: define {{.*}}@steps(
// Each row keeps what it has written for its next iteration.
// ROWS-COUNT-4: phi double
// ROWS-COUNT-10: fmul double {{.*}}, 5.000000e-01
void steps(long n, long times, const double *in, double *out) {
  double *u = malloc(n * sizeof *u);
  for (long i = 0; i < n; i++)
    u[i] = in[i];
  for (long t = 0; t < times; t++)
    for (long i = 1; i < n - 1; i++)
      u[i] = 0.5 * (u[i - 1] + u[i + 1] - in[i]);
  for (long i = 0; i < n; i++)
    out[i] = u[i];
  free(u);
}

// CHECK: interleave.c:[[#@LINE+7]]:{{.*}} remark: iterations of the loops around an innermost loop run side by side
// ROWS-LABEL: define {{.*}}@sums(
// ROWS-COUNT-4: fadd double
double sums(long n, const double (*in)[n], double *out) {
  double (*square)[n] = malloc(n * sizeof *square);
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++)
      square[y][x] = in[y][x] * in[y][x];
  for (long y = 0; y < n; y++) {
    double sum = 0;
    for (long x = 0; x < n; x++)
      sum += square[y][x];
    out[y] = sum;
  }
  free(square);
  return out[0];
}

// Where generating loops with rows takes too long, which may take a sixteenth of other steps,
// there are loops without.
// RUN: env SMOLLY_OPTIONS=max-operations=160000,verify %c_and_plugin -O2 -g -S \
// RUN:   -emit-llvm %s -o - -Rpass=smolly -Rpass-missed=smolly 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LIMIT
// LIMIT: iterations do not run side by side: generating its loops takes too long
// LIMIT: array 'square' contracted from n * n to n elements
