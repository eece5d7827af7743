// A weighted mean of nine pixels, black beyond the edges: the image is copied into
// a larger one that is black, so that no pixel is a special case.
// category: padding
// by hand: by_hand/pad_smooth.c
// benchmark: in 128 128 12000; out 4000 4000 2
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "../suite/image.h"

static const float weight[3][3] = {
    {0.0625f, 0.125f, 0.0625f}, {0.125f, 0.25f, 0.125f}, {0.0625f, 0.125f, 0.0625f}};

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*padded)[w + 2] = calloc(h + 2, sizeof *padded);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      padded[y + 1][x + 1] = in[y][x];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (long dy = 0; dy < 3; dy++)
        for (long dx = 0; dx < 3; dx++)
          sum += weight[dy][dx] * padded[y + dy][x + dx];
      out[y][x] = sum;
    }
  free(padded);
}
