// A field that moves over a torus: a copy with a halo, the rows and columns of the
// other side, and then a step.
// category: periodic
// by hand: by_hand/periodic_halo.c
// benchmark: in 128 128 25000; out 4000 4000 2
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "../suite/image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*field)[w + 2] = malloc((h + 2) * sizeof *field);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      field[y + 1][x + 1] = in[y][x];
  for (long y = 0; y < h; y++) {
    field[y + 1][0] = in[y][w - 1];
    field[y + 1][w + 1] = in[y][0];
  }
  for (long x = 0; x < w; x++) {
    field[0][x + 1] = in[h - 1][x];
    field[h + 1][x + 1] = in[0][x];
  }
  for (long y = 1; y <= h; y++)
    for (long x = 1; x <= w; x++)
      out[y - 1][x - 1] = field[y][x] - 0.2f * (field[y][x + 1] - field[y][x - 1]) -
                          0.1f * (field[y + 1][x] - field[y - 1][x]);
  free(field);
}
