// ../guard_clamp.c with a loop for the interior.
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "../../suite/image.h"

static float sharper(float here, float above, float below, float left,
                     float right) {
  return here + 0.5f * (4 * here - above - below - left - right);
}

/// Row y, whose neighbours are the rows above and below.
static void row(long w, const float *restrict above, const float *restrict here,
                const float *restrict below, float *restrict out) {
  for (long x = 0; x < w; x += w > 1 ? w - 1 : 1)
    out[x] = sharper(here[x], above[x], below[x], here[x > 0 ? x - 1 : x],
                     here[x + 1 < w ? x + 1 : x]);
  for (long x = 1; x < w - 1; x++)
    out[x] = sharper(here[x], above[x], below[x], here[x - 1], here[x + 1]);
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    row(w, in[y > 0 ? y - 1 : y], in[y], in[y + 1 < h ? y + 1 : y], out[y]);
}
