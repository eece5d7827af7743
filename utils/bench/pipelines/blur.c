// Blur along rows, then along columns, one stage after the other.

enum { SIZE = 6000 };
#include "pipeline.h"

static void filter(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*rows)[w] = malloc(h * sizeof *rows);
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++)
      rows[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1]) / 3;
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      out[i][j] = (rows[i - 1][j] + rows[i][j] + rows[i + 1][j]) / 3;
  free(rows);
}
