// ../pad_edge_gradient.c without the larger image.
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "../../suite/image.h"

/// Row y, whose neighbours are the rows above and below.
static void row(long w, const float *restrict above, const float *restrict here,
                const float *restrict below, float *restrict out) {
  for (long x = 0; x < w; x += w > 1 ? w - 1 : 1) {
    float dx = here[x + 1 < w ? x + 1 : x] - here[x > 0 ? x - 1 : x];
    float dy = below[x] - above[x];
    out[x] = dx * dx + dy * dy;
  }
  for (long x = 1; x < w - 1; x++) {
    float dx = here[x + 1] - here[x - 1];
    float dy = below[x] - above[x];
    out[x] = dx * dx + dy * dy;
  }
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    row(w, in[y > 0 ? y - 1 : y], in[y], in[y + 1 < h ? y + 1 : y], out[y]);
}
