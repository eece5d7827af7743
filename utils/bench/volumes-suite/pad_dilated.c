// A convolution with holes: nine pixels that are two apart, zeros beyond the edges,
// of weights that the caller gives.
// category: padding
// by hand: by_hand/pad_dilated.c
// benchmark: in 1 128 128 12000; out 1 4000 4000 2
// sizes: 0,3,3,1 1,1,1,1 1,2,1,1 2,1,3,1 1,7,5,2 2,19,33,1

#define WINDOW 3
#define STRIDE 1
#include "layer.h"

static void kernel(long c, long h, long w, long rows, long columns,
                   const float (*restrict weight)[c][WINDOW][WINDOW],
                   const float (*restrict in)[h][w],
                   float (*restrict out)[rows][columns]) {
  for (long k = 0; k < c; k++) {
    float (*padded)[w + 4] = calloc(h + 4, sizeof *padded);
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        padded[y + 2][x + 2] = in[k][y][x];
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++) {
        float sum = 0;
        for (long dy = 0; dy < 3; dy++)
          for (long dx = 0; dx < 3; dx++)
            sum += weight[k][k][dy][dx] * padded[y + 2 * dy][x + 2 * dx];
        out[k][y][x] = sum;
      }
    free(padded);
  }
}
