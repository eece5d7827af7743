// An array that other files can see: nothing is said of it.
// RUN: %untouched %s | FileCheck %s --allow-empty
// CHECK-NOT: contracted
double table[1000];
double f(int n) {
  table[0] = n;
  for (int i = 1; i < 1000; i++)
    table[i] = table[i - 1] * 0.5;
  return table[999];
}
