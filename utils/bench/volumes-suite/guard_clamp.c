// A sharper image: each pixel, and how it differs from its neighbours. Beyond an
// edge the pixel at the edge is its own neighbour.
// category: guards
// by hand: by_hand/guard_clamp.c
// benchmark: in 128 128 16000; out 4000 4000 5
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "../suite/image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float above = y > 0 ? in[y - 1][x] : in[y][x];
      float below = y < h - 1 ? in[y + 1][x] : in[y][x];
      float left = x > 0 ? in[y][x - 1] : in[y][x];
      float right = x < w - 1 ? in[y][x + 1] : in[y][x];
      out[y][x] = in[y][x] + 0.5f * (4 * in[y][x] - above - below - left - right);
    }
}
