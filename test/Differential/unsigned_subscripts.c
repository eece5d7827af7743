// Found by utils/fuzz: x is read at what a subscript of 32 bits reaches, which
// the plugin enumerated to verify the plan for a.
// contracted: 1
// sizes: 0,0 1,0 2,1 5,3 9,4 40,3
// fast: 100
// flags: -ffp-contract=off
// RUN: %differential %s
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static double f(unsigned n, unsigned m,
                                          const float *x) {
  double result = 0;
  int (*a)[n + 3] = malloc((n + 1) * (n + 3) * sizeof(int));
  for (unsigned j = 0; j < n + 3; j++)
    a[0][j] = j;
  for (unsigned i = 0; i < n; i++)
    a[i + 1][0] = 8 * i;
  for (unsigned i = 1; i < n + 1; i++)
    for (unsigned j = 1; j < n + 3; j++)
      a[i][j] =
          (3 * a[i - 1][j] + a[i - 1][j - 1] + (x[(i + 2) * (m + 5)] > 16)) &
          1023;
  for (unsigned j = 0; j < n + 3; j++)
    result += a[n][j];
  free(a);
  return result;
}

int main(int argc, char **argv) {
  static float x[1000];
  for (int i = 0; i < 1000; i++)
    x[i] = i * 7 % 101;
  printf("%g\n", f(atoi(argv[1]), atoi(argv[2]), x));
}
