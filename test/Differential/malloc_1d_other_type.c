// Written as float, read as int.
// contracted: 1
// flags: -fno-strict-aliasing
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n) {
  float *a = malloc((n + 1) * sizeof(float));
  if (!a)
    return -1;
  a[0] = 1.5f;
  unsigned sum = 0;
  for (long i = 1; i <= n; i++) {
    sum = sum * 3 + ((unsigned *)a)[i - 1];
    a[i] = a[i - 1] * 0.75f + i;
  }
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
