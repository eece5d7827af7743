// ../pad_layer_stride_2.c without the larger image: the pixels at the edge apart.
// sizes: 0,3,3,1 1,1,1,1 1,2,1,1 2,1,3,1 3,7,5,2 2,19,33,1 1,8,12,1

#define WINDOW 5
#define STRIDE 2
#include "../layer.h"

static float at_edge(long c, long h, long w, const float (*weight)[WINDOW][WINDOW],
                     const float (*in)[h][w], long y, long x) {
  float sum = 0;
  for (long l = 0; l < c; l++)
    for (long dy = 0; dy < 5; dy++)
      for (long dx = 0; dx < 5; dx++) {
        long v = 2 * y + dy - 1, u = 2 * x + dx - 1;
        if (v >= 0 && v < h && u >= 0 && u < w)
          sum += weight[l][dy][dx] * in[l][v][u];
      }
  return sum;
}

/// How many windows before this one do not reach beyond the end.
static long end_of_interior(long size) { return size >= 5 ? (size - 4) / 2 + 1 : 1; }

static void kernel(long c, long h, long w, long rows, long columns,
                   const float (*restrict weight)[c][WINDOW][WINDOW],
                   const float (*restrict in)[h][w],
                   float (*restrict out)[rows][columns]) {
  long bottom = end_of_interior(h), right = end_of_interior(w);
  for (long k = 0; k < c; k++)
    for (long y = 0; y < rows; y++) {
      long from = y >= 1 && y < bottom ? 1 : columns;
      for (long x = 0; x < from; x++)
        out[k][y][x] = at_edge(c, h, w, weight[k], in, y, x);
      for (long x = from; x < right; x++) {
        float sum = 0;
        for (long l = 0; l < c; l++)
          for (long dy = 0; dy < 5; dy++)
            for (long dx = 0; dx < 5; dx++)
              sum += weight[k][l][dy][dx] * in[l][2 * y + dy - 1][2 * x + dx - 1];
        out[k][y][x] = sum;
      }
      for (long x = right > from ? right : from; x < columns; x++)
        out[k][y][x] = at_edge(c, h, w, weight[k], in, y, x);
    }
}
