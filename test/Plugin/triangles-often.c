// A triangle that is cut out of an array and multiplied often: where products with zeros
// may be left out, as for integers, the loops go over the triangle only, at any size. A
// floating-point product with zero is computed. Without the copy, inner loops would only
// be cut in two, which pays where more is saved than fits into a cache: 64 MiB.

// RUN: env SMOLLY_OPTIONS=count-runs %c_and_plugin -O2 -DNUMBER=int %s -o %t.integers
// RUN: env SMOLLY_OPTIONS=count-runs %c_and_plugin -O2 -DNUMBER=double %s -o %t.numbers
// RUN: %t.integers 100 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %t.numbers 1100 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %t.numbers 2950 2>&1 | FileCheck %s --check-prefix=ONE
// NONE: smolly: 0 runs of rewritten loops
// ONE: smolly: 1 runs of rewritten loops

#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) void
product(long n, long m, const NUMBER (*restrict field)[n],
        const NUMBER (*restrict other)[m], NUMBER (*restrict out)[m]) {
  NUMBER (*lower)[n] = malloc(n * sizeof *lower);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      lower[i][j] = j <= i ? field[i][j] : 0;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < m; k++)
      for (long j = 0; j < n; j++)
        out[i][k] += lower[i][j] * other[j][k];
  free(lower);
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 0, m = 3;
  NUMBER (*field)[n] = calloc(n, sizeof *field);
  NUMBER (*other)[m] = calloc(n, sizeof *other);
  NUMBER (*out)[m] = calloc(n, sizeof *out);
  for (long i = 0; i < n; i++)
    other[i][0] = field[i][i / 2] = 1;
  product(n, m, field, other, out);
  printf("%g\n", n ? (double)out[n / 2][0] : 0);
  free(field);
  free(other);
  free(out);
}
