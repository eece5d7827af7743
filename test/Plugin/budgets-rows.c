// Wherever the limit for loops with rows side by side is reached, a sixteenth of
// that for other steps, the compilation goes on.

// RUN: %python %S/Inputs/each.py 20000 900000 20000 \
// RUN:   SMOLLY_OPTIONS=always,max-operations=@ \
// RUN:   %c_and_plugin -O2 -c %s -o /dev/null
#include <stdlib.h>
double relax(int n, int m, const double *x) {
  double (*a)[n + 2][m + 2] = malloc(sizeof(double[n + 2][n + 2][m + 2]));
  for (int i = 0; i < n + 2; i++)
    for (int j = 0; j < n + 2; j++)
      for (int k = 0; k < m + 2; k++)
        a[i][j][k] = x[i + j + k];
  for (int t = 0; t < 2; t++)
    for (int i = 1; i < n + 1; i++)
      for (int j = 1; j < n + 1; j++)
        for (int k = 1; k < m + 1; k++)
          a[i][j][k] = 0.25 * a[i][j][k - 1] + 0.5 * a[i - 1][j + 1][k - 1] +
                       0.125 * a[i][j - 1][k];
  double sum = 0;
  for (int i = 0; i < n + 2; i++)
    sum += a[i][n][m];
  free(a);
  return sum;
}
