// Where arrays change places after each step, remarks name the number of steps
// in pairs.
// RUN: %c_and_plugin -O2 -g -Rpass=smolly -c -o %t.o %s 2>&1 | FileCheck %s
#include <stdlib.h>

// CHECK-DAG: array 'next' contracted from n to n + {{[0-9]+}}
// CHECK-DAG: array 'now' contracted from n to 4 elements
// CHECK-DAG: rewritten loops run where n >= 5 and (steps / 2) >= 2, the original
double heat(int n, int steps) {
  double *now = malloc(n * sizeof *now), *next = malloc(n * sizeof *next);
  for (int i = 0; i < n; i++)
    now[i] = next[i] = i % 11;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      next[i] = 0.25 * now[i - 1] + 0.5 * now[i] + 0.25 * now[i + 1];
    double *old = now;
    now = next;
    next = old;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += now[i];
  free(now);
  free(next);
  return sum;
}
