// ../pad_smooth.c without the larger image: the pixels at the edge apart.
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "../../suite/image.h"

static const float weight[3][3] = {
    {0.0625f, 0.125f, 0.0625f}, {0.125f, 0.25f, 0.125f}, {0.0625f, 0.125f, 0.0625f}};

static float at_edge(long h, long w, const float (*in)[w], long y, long x) {
  float sum = 0;
  for (long dy = -1; dy <= 1; dy++)
    for (long dx = -1; dx <= 1; dx++)
      if (y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w)
        sum += weight[dy + 1][dx + 1] * in[y + dy][x + dx];
  return sum;
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  for (long x = 0; x < w; x++) {
    out[0][x] = at_edge(h, w, in, 0, x);
    out[h - 1][x] = at_edge(h, w, in, h - 1, x);
  }
  for (long y = 1; y < h - 1; y++) {
    out[y][0] = at_edge(h, w, in, y, 0);
    for (long x = 1; x < w - 1; x++) {
      float sum = 0;
      for (long dy = 0; dy < 3; dy++)
        for (long dx = 0; dx < 3; dx++)
          sum += weight[dy][dx] * in[y + dy - 1][x + dx - 1];
      out[y][x] = sum;
    }
    out[y][w - 1] = at_edge(h, w, in, y, w - 1);
  }
}
