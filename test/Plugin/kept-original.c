// The arrays are filled by a loop that is not rewritten: one more buffer beside
// them would take memory, not save it, and the loops are left to run as they
// are.

// RUN: %c_and_plugin -O2 -g -Rpass=smolly %s -o %t 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.remarks
// RUN: env SMOLLY_OPTIONS=verify,count-runs %c_and_plugin -O2 %s -o %t
// RUN: %t 100000 2>&1 | FileCheck %s --check-prefix=RUNS
// RUNS: smolly: 0 runs of rewritten loops
// CHECK: array '{{.}}' contracted from {{.*}} to no elements

#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) double f(long n, unsigned seed) {
  double *a = malloc((n + 2) * sizeof(double));
  double *b = malloc((n + 2) * sizeof(double));
  if (!a || !b)
    abort();
  for (long i = 0; i < n + 2; i++) {
    seed = seed * 1103515245 + 12345;
    a[i] = b[i] = seed >> (seed % 5);
    if (seed == 12)
      printf("%u\n", seed);
  }
  for (long t = 0; t < 20; t++) {
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

int main(int argc, char **argv) { printf("%a\n", f(atol(argv[1]), 3)); }
