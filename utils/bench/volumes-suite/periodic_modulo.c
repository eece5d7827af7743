// One step of diffusion on a torus: subscripts wrap around by a remainder.
// category: periodic
// by hand: by_hand/periodic_modulo.c
// benchmark: in 128 128 6000; out 4000 4000 3
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "../suite/image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = 0.6f * in[y][x] +
                  0.1f * (in[(y + h - 1) % h][x] + in[(y + 1) % h][x] +
                          in[y][(x + w - 1) % w] + in[y][(x + 1) % w]);
}
