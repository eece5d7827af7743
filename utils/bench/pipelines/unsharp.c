// Unsharp masking: blur along rows and columns, sharpen, and keep what differs
// little; four stages, the image used in three of them.

enum { SIZE = 4000 };
#include "pipeline.h"

static void filter(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*columns)[w] = malloc(h * sizeof *columns);
  float (*blurred)[w] = malloc(h * sizeof *blurred);
  float (*sharp)[w] = malloc(h * sizeof *sharp);
  for (long i = 2; i < h - 2; i++)
    for (long j = 0; j < w; j++)
      columns[i][j] = (in[i - 2][j] + 4 * in[i - 1][j] + 6 * in[i][j] +
                       4 * in[i + 1][j] + in[i + 2][j]) /
                      16;
  for (long i = 2; i < h - 2; i++)
    for (long j = 2; j < w - 2; j++)
      blurred[i][j] =
          (columns[i][j - 2] + 4 * columns[i][j - 1] + 6 * columns[i][j] +
           4 * columns[i][j + 1] + columns[i][j + 2]) /
          16;
  for (long i = 2; i < h - 2; i++)
    for (long j = 2; j < w - 2; j++)
      sharp[i][j] = in[i][j] * 4 - blurred[i][j] * 3;
  for (long i = 2; i < h - 2; i++)
    for (long j = 2; j < w - 2; j++) {
      float d = in[i][j] - blurred[i][j];
      out[i][j] = d * d < 0.01f ? in[i][j] : sharp[i][j];
    }
  free(columns);
  free(blurred);
  free(sharp);
}
