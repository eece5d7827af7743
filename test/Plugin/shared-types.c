// An array of double and one of long share storage. The accesses to it must not
// claim to be of different memory because of their types.

// RUN: %clang -O1 -fno-discard-value-names -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -passes='function(simplifycfg,sroa),smolly<always;schedule=keep>' \
// RUN:   -pass-remarks=smolly -S 2>&1 | FileCheck %s

#include <stdlib.h>

double f(long n, long steps) {
  double *a = malloc((n + 2) * sizeof(double));
  long *b = malloc((n + 2) * sizeof(long));
  if (!a || !b)
    abort();
  for (long i = 0; i < n + 2; i++)
    a[i] = i % 5;
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i <= n; i++)
      b[i] = 3 * a[i - 1] + 2 * a[i] + a[i + 1];
    for (long i = 1; i <= n; i++)
      a[i] = b[i] % 1001;
  }
  double sum = 0;
  for (long i = 0; i < n + 2; i++)
    sum += a[i] * i;
  free(a);
  free(b);
  return sum;
}
// CHECK: shares the storage of 'call'
// CHECK-LABEL: @f(
// CHECK-NOT: polly.access{{.*}}!tbaa
// CHECK: store i64 {{.*}}polly.access{{.*}}!alias.scope [[SCOPE:![0-9]+]], !noalias
// CHECK-NOT: polly.access{{.*}}!tbaa
// CHECK: store double {{.*}}polly.access{{.*}}!alias.scope [[SCOPE]], !noalias
// CHECK-NOT: polly.access{{.*}}!tbaa
