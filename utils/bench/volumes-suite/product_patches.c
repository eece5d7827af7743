// Four filters of 3 times 3 as a product of matrices: the neighbours of each pixel
// are copied into a row of a matrix (im2col), with zeros beyond the edges, and the
// rows are multiplied with the weights.
// category: products
// by hand: by_hand/product_patches.c
// benchmark: in 128 128 1500; out 2000 2000 1
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "../suite/image.h"

static const float weight[4][9] = {{-1, 0, 1, -2, 0, 2, -1, 0, 1},
                                   {-1, -2, -1, 0, 0, 0, 1, 2, 1},
                                   {0, -1, -2, 1, 0, -1, 2, 1, 0},
                                   {2, 1, 0, 1, 0, -1, 0, -1, -2}};

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*patches)[w][9] = malloc(h * sizeof *patches);
  float (*edges)[w][4] = malloc(h * sizeof *edges);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      for (long dy = 0; dy < 3; dy++)
        for (long dx = 0; dx < 3; dx++)
          if (y + dy >= 1 && y + dy <= h && x + dx >= 1 && x + dx <= w)
            patches[y][x][3 * dy + dx] = in[y + dy - 1][x + dx - 1];
          else
            patches[y][x][3 * dy + dx] = 0;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      for (long f = 0; f < 4; f++) {
        edges[y][x][f] = 0;
        for (long k = 0; k < 9; k++)
          edges[y][x][f] += weight[f][k] * patches[y][x][k];
      }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float most = 0;
      for (long f = 0; f < 4; f++)
        most += edges[y][x][f] * edges[y][x][f];
      out[y][x] = most;
    }
  free(patches);
  free(edges);
}
