// A plan with more instances than can be executed is not verified; that is no
// error.
// RUN: env SMOLLY_OPTIONS=verify %clang -O1 -S -o /dev/null \
// RUN:   -fpass-plugin=%smolly_plugin -Rpass=smolly %s 2>&1 | FileCheck %s

static double a[3000][3000];

// CHECK-NOT: error
// CHECK: 'a' contracted
double f(double x) {
  for (int t = 0; t < 3000; t++)
    for (int i = 1; i < 3000; i++)
      a[t][i] = x * i;
  double sum = 0;
  for (int i = 1; i < 3000; i++)
    sum += a[2999][i];
  return sum;
}
