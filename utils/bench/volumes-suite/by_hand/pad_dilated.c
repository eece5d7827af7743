// ../pad_dilated.c without the larger image: the pixels near the edge apart.
// sizes: 0,3,3,1 1,1,1,1 1,2,1,1 2,1,3,1 1,7,5,2 2,19,33,1

#define WINDOW 3
#define STRIDE 1
#include "../layer.h"

static float at_edge(long h, long w, const float weight[WINDOW][WINDOW],
                     const float (*in)[w], long y, long x) {
  float sum = 0;
  for (long dy = -1; dy <= 1; dy++)
    for (long dx = -1; dx <= 1; dx++) {
      long v = y + 2 * dy, u = x + 2 * dx;
      if (v >= 0 && v < h && u >= 0 && u < w)
        sum += weight[dy + 1][dx + 1] * in[v][u];
    }
  return sum;
}

static void kernel(long c, long h, long w, long rows, long columns,
                   const float (*restrict weight)[c][WINDOW][WINDOW],
                   const float (*restrict in)[h][w],
                   float (*restrict out)[rows][columns]) {
  for (long k = 0; k < c; k++)
    for (long y = 0; y < h; y++) {
      long from = y >= 2 && y < h - 2 && w > 4 ? 2 : w;
      for (long x = 0; x < from; x++)
        out[k][y][x] = at_edge(h, w, weight[k][k], in[k], y, x);
      for (long x = from; x < w - 2; x++) {
        float sum = 0;
        for (long dy = 0; dy < 3; dy++)
          for (long dx = 0; dx < 3; dx++)
            sum += weight[k][k][dy][dx] * in[k][y + 2 * dy - 2][x + 2 * dx - 2];
        out[k][y][x] = sum;
      }
      for (long x = from < w ? w - 2 : w; x < w; x++)
        out[k][y][x] = at_edge(h, w, weight[k][k], in[k], y, x);
    }
}
