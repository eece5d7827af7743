// Loops over large multiples of sizes are rewritten: what a size may be at most
// depends on what it is multiplied by.
// RUN: %c_and_plugin -O2 -g -c %s -o /dev/null -Rpass=smolly 2>&1 | FileCheck %s
#include <stdlib.h>

double of_int(int kilo) {
  long n = 100000l * kilo;
  // CHECK: array 'a' contracted from 100000 * kilo + 1 to 1 element
  double *a = malloc((n + 1) * sizeof(double));
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5 + i;
  double last = a[n];
  free(a);
  return last;
}

double of_long(long mega) {
  long n = 1048576 * mega;
  // CHECK: array 'b' contracted from 1048576 * mega + 1 to 1 element
  double *b = malloc((n + 1) * sizeof(double));
  b[0] = 1;
  for (long i = 1; i <= n; i++)
    b[i] = b[i - 1] * 0.5 + i;
  double last = b[n];
  free(b);
  return last;
}
