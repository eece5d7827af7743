// A layer of a neural network with half the resolution: a convolution of 5 times 5
// with stride 2, one row and column of zeros before the image and two behind it.
// category: padding
// by hand: by_hand/pad_layer_stride_2.c
// benchmark: in 3 64 64 1000; out 3 1500 1500 2
// sizes: 0,3,3,1 1,1,1,1 1,2,1,1 2,1,3,1 3,7,5,2 2,19,33,1 1,8,12,1

#define WINDOW 5
#define STRIDE 2
#include "layer.h"

static void kernel(long c, long h, long w, long rows, long columns,
                   const float (*restrict weight)[c][WINDOW][WINDOW],
                   const float (*restrict in)[h][w],
                   float (*restrict out)[rows][columns]) {
  float (*padded)[h + 4][w + 4] = malloc(c * sizeof *padded);
  for (long k = 0; k < c; k++) {
    for (long y = 0; y < h + 4; y++)
      for (long x = 0; x < w + 4; x++)
        padded[k][y][x] = 0;
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        padded[k][y + 1][x + 1] = in[k][y][x];
  }
  for (long k = 0; k < c; k++)
    for (long y = 0; y < rows; y++)
      for (long x = 0; x < columns; x++) {
        float sum = 0;
        for (long l = 0; l < c; l++)
          for (long dy = 0; dy < 5; dy++)
            for (long dx = 0; dx < 5; dx++)
              sum += weight[k][l][dy][dx] * padded[l][2 * y + dy][2 * x + dx];
        out[k][y][x] = sum;
      }
  free(padded);
}
