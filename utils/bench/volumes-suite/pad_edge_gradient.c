// The steepness of an image. Beyond its edges it goes on as it is there: a larger
// image gets the sides and the corners copied.
// category: padding
// by hand: by_hand/pad_edge_gradient.c
// benchmark: in 128 128 30000; out 4000 4000 2
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "../suite/image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*padded)[w + 2] = malloc((h + 2) * sizeof *padded);
  for (long y = 0; y < h; y++) {
    padded[y + 1][0] = in[y][0];
    for (long x = 0; x < w; x++)
      padded[y + 1][x + 1] = in[y][x];
    padded[y + 1][w + 1] = in[y][w - 1];
  }
  for (long x = 0; x < w + 2; x++)
    padded[0][x] = padded[1][x];
  for (long x = 0; x < w + 2; x++)
    padded[h + 1][x] = padded[h][x];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float dx = padded[y + 1][x + 2] - padded[y + 1][x];
      float dy = padded[y + 2][x + 1] - padded[y][x + 1];
      out[y][x] = dx * dx + dy * dy;
    }
  free(padded);
}
