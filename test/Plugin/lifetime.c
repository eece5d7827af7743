// The life of `b` begins between the loops, where no marker can stay: none is
// left behind them either.
// RUN: env SMOLLY_OPTIONS=always %c_and_plugin -O1 -S -emit-llvm %s -o - \
// RUN:   -Rpass=smolly 2>&1 | FileCheck %s
// CHECK: iterations removed: what this computes is used only where i1 <= i0
// CHECK-LABEL: define {{.*}}@f(
// CHECK-NOT: llvm.lifetime
// CHECK: ret double

double f(long n) {
  static double a[40][50];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i][j] = i + 3 * j;
  double b[40][50];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      b[i][j] = 2 * j - i;
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum += b[i][j] + (j <= i ? a[i][j] : 0);
  return sum;
}
