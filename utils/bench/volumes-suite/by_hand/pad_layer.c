// ../pad_layer.c without the larger image: sums over those neighbours that there
// are.
// sizes: 0,3,3,1 1,1,1,1 1,2,1,1 2,1,3,1 3,7,5,2 2,19,33,1

#define WINDOW 3
#define STRIDE 1
#include "../layer.h"

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
          for (long dx = -1; dx <= 1; dx++)
            for (long x = dx < 0 ? 1 : 0; x < (dx > 0 ? w - 1 : w); x++)
              out[k][y][x] += weight[k][l][dy + 1][dx + 1] * in[l][y + dy][x + dx];
      for (long x = 0; x < w; x++)
        out[k][y][x] = out[k][y][x] > 0 ? out[k][y][x] : 0.01f * out[k][y][x];
    }
}
