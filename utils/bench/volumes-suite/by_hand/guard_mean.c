// ../guard_mean.c with a loop for the interior.
// sizes: 0,0,1 1,1,1 2,2,1 2,3,1 7,5,2 19,33,1

#include "../../suite/image.h"

/// For pixels at the edge: those neighbours that there are.
static float at_edge(long h, long w, const float (*in)[w], long y, long x) {
  float sum = -0.0f;
  int count = 0;
  for (long dy = -1; dy <= 1; dy++)
    for (long dx = -1; dx <= 1; dx++)
      if (y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w) {
        sum += in[y + dy][x + dx];
        count++;
      }
  return sum / (float)count;
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  if (h < 2 || w < 2)
    return;
  for (long x = 0; x < w; x++) {
    out[0][x] = at_edge(h, w, in, 0, x);
    out[h - 1][x] = at_edge(h, w, in, h - 1, x);
  }
  for (long y = 1; y < h - 1; y++) {
    out[y][0] = at_edge(h, w, in, y, 0);
    for (long x = 1; x < w - 1; x++)
      out[y][x] = (in[y - 1][x - 1] + in[y - 1][x] + in[y - 1][x + 1] +
                   in[y][x - 1] + in[y][x] + in[y][x + 1] + in[y + 1][x - 1] +
                   in[y + 1][x] + in[y + 1][x + 1]) / 9;
    out[y][w - 1] = at_edge(h, w, in, y, w - 1);
  }
}
