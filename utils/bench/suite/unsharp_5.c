// Unsharp masking: blur along columns and rows, what the blur took, that added
// to the image, and the image itself where it differs little.
// category: pipelines
// benchmark: in 128 128 1000; out 4000 4000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*columns)[w] = malloc(h * sizeof *columns);
  float (*blurred)[w] = malloc(h * sizeof *blurred);
  float (*detail)[w] = malloc(h * sizeof *detail);
  float (*sharp)[w] = malloc(h * sizeof *sharp);
  for (long y = 2; y < h - 2; y++)
    for (long x = 0; x < w; x++)
      columns[y][x] = (in[y - 2][x] + 4 * in[y - 1][x] + 6 * in[y][x] +
                       4 * in[y + 1][x] + in[y + 2][x]) /
                      16;
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      blurred[y][x] =
          (columns[y][x - 2] + 4 * columns[y][x - 1] + 6 * columns[y][x] +
           4 * columns[y][x + 1] + columns[y][x + 2]) /
          16;
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      detail[y][x] = in[y][x] - blurred[y][x];
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      sharp[y][x] = in[y][x] + 3 * detail[y][x];
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      out[y][x] = fabsf(detail[y][x]) < 0.01f ? in[y][x] : sharp[y][x];
  free(columns);
  free(blurred);
  free(detail);
  free(sharp);
}
