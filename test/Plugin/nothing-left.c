// Loops of which nothing is left, as nobody reads what they store: those that run
// alongside each other as well.

// RUN: env SMOLLY_OPTIONS='verify;always;no-die' %c_and_plugin -O1 -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s
// CHECK-LABEL: define {{.*}}@forget
// CHECK-NOT: store
// CHECK: ret
double forget(void) {
  static int last[1];
  for (long i = 0; i < 3; i++)
    last[0] = 8;
  for (long j = 0; j < 3; j++)
    last[0] = 0;
  return 1;
}
