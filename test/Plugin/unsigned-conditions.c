// Of `x - 1 >= w`, unsigned, Polly would take x - 1 to be no less than 0, and
// the rewritten loops would run for no size that there is.
// RUN: env SMOLLY_OPTIONS=verify,count-runs %c_and_plugin -O2 %s -o %t
// RUN: %t 1500 1000 2>&1 | FileCheck %s
// CHECK: smolly: 1 runs of rewritten loops
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) double f(size_t h, size_t w) {
  double *a = malloc((h + 2) * (w + 2) * sizeof *a);
  for (size_t y = 0; y < h + 2; y++)
    for (size_t x = 0; x < w + 2; x++)
      a[y * (w + 2) + x] =
          y > 0 && y <= h && x > 0 && x <= w ? (7 * y + 3 * x) % 11 : 0.5;
  double sum = 0;
  for (size_t y = 1; y <= h; y++)
    for (size_t x = 1; x <= w; x++)
      sum = sum * 0.75 + a[(y - 1) * (w + 2) + x] + a[(y + 1) * (w + 2) + x];
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  printf("%g\n", argc > 2 ? f(atol(argv[1]), atol(argv[2])) : 0);
}
