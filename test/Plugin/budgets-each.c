// Wherever the limit for a step is reached, in the run-time check for one, the
// compilation goes on.

// RUN: %python %S/Inputs/each.py 10000 300000 10000 \
// RUN:   SMOLLY_OPTIONS=always,no-split,max-operations=@ \
// RUN:   %c_and_plugin -O2 -c %s -o /dev/null
#include <stdlib.h>
void sums(int n, int m, const double *x, double *out) {
  double (*a)[n + 2] = malloc((m + 3) * (n + 2) * sizeof(double));
  for (int i = 0; i < m + 3; i++)
    for (int j = 0; j < n + 2; j++)
      a[i][j] = 1;
  for (int i = 0; i < m + 3; i++)
    for (int j = i - 2 > 0 ? i - 2 : 0; j < (n + 2 < i + 3 ? n + 2 : i + 3);
         j++)
      a[i][j] = 0;
  for (int i = 0; i < m + 3; i++)
    for (int j = 0; j < m + 2; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += 0.125 * a[i][k] - 0.5 * x[0];
      out[0] = sum;
    }
  free(a);
}
