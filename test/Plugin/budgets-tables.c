// Wherever the limit for a function is reached while rows of tables are looked at, the
// compilation goes on.

// RUN: %python %S/Inputs/each.py 500 30000 500 \
// RUN:   SMOLLY_OPTIONS=always,max-function-operations=@ \
// RUN:   %c_and_plugin -O2 -c %s -o /dev/null
#include <stdlib.h>
void smooth(double **in, double **out, double *sums, long h, long w) {
  double (*t)[w] = malloc(h * sizeof *t);
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++)
      t[i][j] = in[i][j - 1] + in[i][j] + in[i][j + 1] + in[0][j];
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      out[i][j] = t[i - 1][j] + t[i][j] + t[i + 1][j];
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      sums[i * w + j] = out[i][j] - t[i][j];
  free(t);
}
