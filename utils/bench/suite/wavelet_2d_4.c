// One level of a wavelet in two dimensions: along rows, then along columns,
// into four images of a quarter of the size; three of these are damped, and
// what they say in places is added up.
// category: sampling
// benchmark: in 128 128 27000; out 5000 5000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  long h2 = h / 2, w2 = w / 2;
  float (*low)[w2 + 1] = malloc(h * sizeof *low);
  float (*high)[w2 + 1] = malloc(h * sizeof *high);
  float (*ll)[w2 + 1] = malloc((h2 + 1) * sizeof *ll);
  float (*lh)[w2 + 1] = malloc((h2 + 1) * sizeof *lh);
  float (*hl)[w2 + 1] = malloc((h2 + 1) * sizeof *hl);
  float (*hh)[w2 + 1] = malloc((h2 + 1) * sizeof *hh);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w2; x++) {
      low[y][x] = 0.5f * (in[y][2 * x] + in[y][2 * x + 1]);
      high[y][x] = 0.5f * (in[y][2 * x] - in[y][2 * x + 1]);
    }
  for (long y = 0; y < h2; y++)
    for (long x = 0; x < w2; x++) {
      ll[y][x] = 0.5f * (low[2 * y][x] + low[2 * y + 1][x]);
      lh[y][x] = 0.5f * (low[2 * y][x] - low[2 * y + 1][x]);
    }
  for (long y = 0; y < h2; y++)
    for (long x = 0; x < w2; x++) {
      hl[y][x] = 0.5f * (high[2 * y][x] + high[2 * y + 1][x]);
      hh[y][x] = 0.5f * (high[2 * y][x] - high[2 * y + 1][x]);
    }
  for (long y = 0; y < h2; y++)
    for (long x = 0; x < w2; x++)
      out[y][x] = ll[y][x] + 0.5f * (lh[y][x] + hl[y][x]) + 0.25f * hh[y][x];
  free(low);
  free(high);
  free(ll);
  free(lh);
  free(hl);
  free(hh);
}
