// Each row is written twice before the next row reads it.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static float f(int n) {
  float(*a)[n + 1] = malloc((n + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (int j = 0; j <= n; j++)
    a[0][j] = j * 0.25f;
  for (int i = 1; i <= n; i++) {
    for (int j = 0; j <= n; j++)
      a[i][j] = a[i - 1][j] + 1;
    for (int j = 1; j <= n; j++)
      a[i][j] += a[i][j - 1] * 0.5f;
    for (int j = 0; j < n; j++)
      a[i][j] -= a[i][j + 1] * 0.25f;
  }
  float sum = 0;
  for (int j = 0; j <= n; j++)
    sum += a[n][j];
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
