// A layer of a neural network: a convolution over all channels with zeros beyond
// the edges, then what is negative becomes small.
// category: padding
// by hand: by_hand/pad_layer.c
// benchmark: in 3 64 64 3000; out 3 1500 1500 4
// sizes: 0,3,3,1 1,1,1,1 1,2,1,1 2,1,3,1 3,7,5,2 2,19,33,1

#define WINDOW 3
#define STRIDE 1
#include "layer.h"

static void kernel(long c, long h, long w, long rows, long columns,
                   const float (*restrict weight)[c][WINDOW][WINDOW],
                   const float (*restrict in)[h][w],
                   float (*restrict out)[rows][columns]) {
  float (*padded)[h + 2][w + 2] = malloc(c * sizeof *padded);
  for (long k = 0; k < c; k++)
    for (long y = 0; y < h + 2; y++)
      for (long x = 0; x < w + 2; x++)
        padded[k][y][x] = 0;
  for (long k = 0; k < c; k++)
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        padded[k][y + 1][x + 1] = in[k][y][x];
  for (long k = 0; k < c; k++)
    for (long y = 0; y < rows; y++) {
      for (long x = 0; x < columns; x++)
        out[k][y][x] = -0.7f;
      for (long l = 0; l < c; l++)
        for (long dy = 0; dy < 3; dy++)
          for (long dx = 0; dx < 3; dx++)
            for (long x = 0; x < columns; x++)
              out[k][y][x] += weight[k][l][dy][dx] * padded[l][y + dy][x + dx];
      for (long x = 0; x < columns; x++)
        out[k][y][x] = out[k][y][x] > 0 ? out[k][y][x] : 0.01f * out[k][y][x];
    }
  free(padded);
}
