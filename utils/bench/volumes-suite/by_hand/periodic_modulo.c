// ../periodic_modulo.c with the first and the last column apart.
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "../../suite/image.h"

static float diffused(float here, float above, float below, float left,
                      float right) {
  return 0.6f * here + 0.1f * (above + below + left + right);
}

static void row(long w, const float *restrict above, const float *restrict here,
                const float *restrict below, float *restrict out) {
  out[0] = diffused(here[0], above[0], below[0], here[w - 1], here[w > 1]);
  for (long x = 1; x < w - 1; x++)
    out[x] = diffused(here[x], above[x], below[x], here[x - 1], here[x + 1]);
  if (w > 1)
    out[w - 1] =
        diffused(here[w - 1], above[w - 1], below[w - 1], here[w - 2], here[0]);
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    row(w, in[y > 0 ? y - 1 : h - 1], in[y], in[y + 1 < h ? y + 1 : 0], out[y]);
}
