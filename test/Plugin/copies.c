// Two arrays come to share storage, and the copy between them has nothing left
// to do: it goes with its loop.

// RUN: %clang -O1 -g -fno-discard-value-names -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -passes='function(simplifycfg,sroa),smolly<always>' \
// RUN:   -pass-remarks=smolly -S -o %t.ll 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: FileCheck %s --input-file=%t.ll

#include <stdlib.h>

double in_place(long n, long steps) {
  double *a = malloc((n + 2) * sizeof(double));
  double *b = malloc((n + 2) * sizeof(double));
  if (!a || !b)
    abort();
  for (long i = 0; i < n + 2; i++)
    a[i] = i % 5;
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i <= n; i++)
      b[i] = 0.25 * (a[i - 1] + 2 * a[i] + a[i + 1]);
    for (long i = 1; i <= n; i++)
      a[i] = b[i];
  }
  double sum = 0;
  for (long i = 0; i < n + 2; i++)
    sum += a[i] * i;
  free(a);
  free(b);
  return sum;
}
// REMARK: copies.c:14:15: array 'a' contracted from n + 2 to {{.*}} elements of 8 bytes, which also hold the values of 'b'; the copy in line 24 is no longer needed; mapping:
// REMARK: copies.c:15:15: array 'b' contracted from n to no elements of 8 bytes, shares the storage of 'a'; mapping:
// CHECK-LABEL: @in_place(
// CHECK-NOT: store double %{{.*}}p_scalar_

// What goes to somebody else's memory has to go there.
void kept(long n, double *out) {
  double *a = malloc((n + 1) * sizeof(double));
  if (!a)
    abort();
  a[0] = 1;
  for (long i = 1; i <= n; i++) {
    a[i] = a[i - 1] * 0.5;
    out[2 * i] = a[i] + 1;
  }
  for (long i = 1; i <= n; i++)
    out[i] = out[2 * i];
  free(a);
}
// REMARK-NOT: copy
// REMARK: copies.c:40:15: array 'a' contracted from n + 1 to 1 element of 8 bytes; mapping:
// CHECK-LABEL: @kept(
// CHECK: store double %{{.*}}p_scalar_
