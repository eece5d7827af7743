// The mean of a pixel and its neighbours, of which there are fewer at the edges and
// in the corners: nine cases in one loop.
// category: guards
// by hand: by_hand/guard_mean.c
// benchmark: in 128 128 6000; out 4000 4000 4
// sizes: 0,0,1 1,1,1 2,2,1 2,3,1 7,5,2 19,33,1

#include "../suite/image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  if (h < 2 || w < 2)
    return;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      if (y == 0) {
        if (x == 0)
          out[y][x] = (in[y][x] + in[y][x + 1] + in[y + 1][x] + in[y + 1][x + 1]) / 4;
        else if (x == w - 1)
          out[y][x] = (in[y][x - 1] + in[y][x] + in[y + 1][x - 1] + in[y + 1][x]) / 4;
        else
          out[y][x] = (in[y][x - 1] + in[y][x] + in[y][x + 1] + in[y + 1][x - 1] +
                       in[y + 1][x] + in[y + 1][x + 1]) / 6;
      } else if (y == h - 1) {
        if (x == 0)
          out[y][x] = (in[y - 1][x] + in[y - 1][x + 1] + in[y][x] + in[y][x + 1]) / 4;
        else if (x == w - 1)
          out[y][x] = (in[y - 1][x - 1] + in[y - 1][x] + in[y][x - 1] + in[y][x]) / 4;
        else
          out[y][x] = (in[y - 1][x - 1] + in[y - 1][x] + in[y - 1][x + 1] +
                       in[y][x - 1] + in[y][x] + in[y][x + 1]) / 6;
      } else {
        if (x == 0)
          out[y][x] = (in[y - 1][x] + in[y - 1][x + 1] + in[y][x] + in[y][x + 1] +
                       in[y + 1][x] + in[y + 1][x + 1]) / 6;
        else if (x == w - 1)
          out[y][x] = (in[y - 1][x - 1] + in[y - 1][x] + in[y][x - 1] + in[y][x] +
                       in[y + 1][x - 1] + in[y + 1][x]) / 6;
        else
          out[y][x] = (in[y - 1][x - 1] + in[y - 1][x] + in[y - 1][x + 1] +
                       in[y][x - 1] + in[y][x] + in[y][x + 1] +
                       in[y + 1][x - 1] + in[y + 1][x] + in[y + 1][x + 1]) / 9;
      }
    }
}
