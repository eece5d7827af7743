// An image that is sharpened: a blur by columns and rows, whose windows of
// seven weights end at the borders of the image, and the difference from it.
// category: pipelines
// benchmark: in 128 128 3000; out 4000 4000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

enum { RADIUS = 3 };

static long clamp(long i, long size) {
  return i < 0 ? 0 : i < size ? i : size - 1;
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  static const float weights[] = {0.03f, 0.11f, 0.22f, 0.28f,
                                  0.22f, 0.11f, 0.03f};
  float (*columns)[w] = malloc(h * sizeof *columns);
  float (*blurred)[w] = malloc(h * sizeof *blurred);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -RADIUS; i <= RADIUS; i++)
        sum += weights[i + RADIUS] * in[clamp(y + i, h)][x];
      columns[y][x] = sum;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -RADIUS; i <= RADIUS; i++)
        sum += weights[i + RADIUS] * columns[y][clamp(x + i, w)];
      blurred[y][x] = sum;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = in[y][x] + 0.7f * (in[y][x] - blurred[y][x]);
  free(columns);
  free(blurred);
}
