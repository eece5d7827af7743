// A stencil under -ffast-math.
// contracted: 1
// flags: -ffast-math
// tolerance: 1e-5
// RUN: %differential %s
#include "Inputs/program.h"

static float f(int n) {
  float a[n + 1][n + 3];
  for (int i = 0; i <= n; i++)
    a[i][0] = a[i][n + 2] = 0.5f;
  for (int j = 1; j < n + 2; j++)
    a[0][j] = j * 0.125f;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j < n + 2; j++)
      a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1]) / 3.0f;
  float sum = 0;
  for (int j = 0; j < n + 3; j++)
    sum += a[n][j];
  return sum;
}

int main(int argc, char **argv) { printf("%.17g\n", f(size(argv, 1))); }
