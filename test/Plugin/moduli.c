// Remainders in innermost loops: loops are split where a run-time modulus wraps
// around, and a constant modulus of 7 is rounded up, to become a mask.

// RUN: env SMOLLY_OPTIONS=verify %clang -O3 -fno-discard-value-names -S \
// RUN:   -fpass-plugin=%smolly_plugin -Rpass=loop-vectorize -emit-llvm %s \
// RUN:   -o %t.ll 2> %t.remarks
// RUN: FileCheck %s --check-prefix=VECTOR --input-file=%t.remarks
// RUN: FileCheck %s --check-prefix=WRAP --input-file=%t.ll
// RUN: FileCheck %s --check-prefix=MASK --input-file=%t.ll

#include <stdlib.h>

// WRAP-LABEL: define {{.*}} @wrap(
// WRAP: smolly.chunk{{.*}}:
// VECTOR: moduli.c:[[#@LINE+1]]:8: remark: vectorized loop
double wrap(long n, long steps) {
  double(*a)[n + 2] = malloc((steps + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long i = 0; i <= n + 1; i++)
    a[0][i] = i;
  for (long t = 1; t <= steps; t++) {
    a[t][0] = t;
    a[t][n + 1] = -t;
    for (long i = 1; i <= n; i++)
      a[t][i] = 0.3 * (a[t - 1][i - 1] + a[t - 1][i] + a[t - 1][i + 1]);
  }
  double sum = 0;
  for (long i = 0; i <= n + 1; i++)
    sum += a[steps][i];
  free(a);
  return sum;
}

// MASK-LABEL: define {{.*}} @lag(
// MASK-NOT: urem i64 {{.*}}, 7
// MASK: and i64 %{{.*}}, 7
// MASK-NOT: urem i64 {{.*}}, 7
unsigned lag(long n) {
  unsigned *a = malloc((n + 7) * sizeof(*a));
  if (!a)
    return 1;
  for (long i = 0; i < 7; i++)
    a[i] = i * 3;
  for (long i = 7; i < n + 7; i++)
    a[i] = a[i - 7] + a[i - 3] * 5;
  unsigned last = a[n + 6];
  free(a);
  return last;
}
