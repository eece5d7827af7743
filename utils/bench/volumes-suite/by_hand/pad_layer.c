// ../pad_layer.c without the larger image: of the windows at the edge only what
// lies within the image.
// sizes: 0,3,3,1 1,1,1,1 1,2,1,1 2,1,3,1 3,7,5,2 2,19,33,1

#define WINDOW 3
#define STRIDE 1
#include "../layer.h"

/// Adds one row of windows; weight and in are in the middle.
static void add(long w, const float *restrict weight, const float *restrict in,
                float *restrict out) {
  for (long dx = 0; dx <= (w > 1); dx++)
    out[0] += weight[dx] * in[dx];
  for (long x = 1; x < w - 1; x++) {
    float sum = out[x];
    for (long dx = -1; dx <= 1; dx++)
      sum += weight[dx] * in[x + dx];
    out[x] = sum;
  }
  if (w > 1)
    for (long dx = -1; dx <= 0; dx++)
      out[w - 1] += weight[dx] * in[w - 1 + dx];
}

static void kernel(long c, long h, long w, long rows, long columns,
                   const float (*restrict weight)[c][WINDOW][WINDOW],
                   const float (*restrict in)[h][w],
                   float (*restrict out)[rows][columns]) {
  for (long k = 0; k < c; k++)
    for (long y = 0; y < h; y++) {
      for (long x = 0; x < w; x++)
        out[k][y][x] = -0.7f;
      for (long l = 0; l < c; l++)
        for (long dy = y > 0 ? -1 : 0; dy <= (y < h - 1 ? 1 : 0); dy++)
          add(w, &weight[k][l][dy + 1][1], in[l][y + dy], out[k][y]);
      for (long x = 0; x < w; x++)
        out[k][y][x] = out[k][y][x] > 0 ? out[k][y][x] : 0.01f * out[k][y][x];
    }
}
