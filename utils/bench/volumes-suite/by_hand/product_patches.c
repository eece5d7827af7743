// ../product_patches.c without the matrices.
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "../../suite/image.h"

static const float weight[4][9] = {{-1, 0, 1, -2, 0, 2, -1, 0, 1},
                                   {-1, -2, -1, 0, 0, 0, 1, 2, 1},
                                   {0, -1, -2, 1, 0, -1, 2, 1, 0},
                                   {2, 1, 0, 1, 0, -1, 0, -1, -2}};

static float strength(const float patch[9]) {
  float most = 0;
  for (long f = 0; f < 4; f++) {
    float edge = 0;
    for (long k = 0; k < 9; k++)
      edge += weight[f][k] * patch[k];
    most += edge * edge;
  }
  return most;
}

static float at_edge(long h, long w, const float (*in)[w], long y, long x) {
  float patch[9];
  for (long dy = -1; dy <= 1; dy++)
    for (long dx = -1; dx <= 1; dx++)
      patch[3 * dy + dx + 4] =
          y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w
              ? in[y + dy][x + dx]
              : 0;
  return strength(patch);
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
      float patch[9];
      for (long dy = 0; dy < 3; dy++)
        for (long dx = 0; dx < 3; dx++)
          patch[3 * dy + dx] = in[y + dy - 1][x + dx - 1];
      out[y][x] = strength(patch);
    }
    out[y][w - 1] = at_edge(h, w, in, y, w - 1);
  }
}
