// Pixels that are too bright are replaced, in a copy, in front of a filter.
// category: pipelines
// benchmark: in 200 200 5000; out 5000 5000 3
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 40,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  if (h < 1 || w < 1)
    return;
  float(*mended)[w] = malloc(h * sizeof *mended);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      mended[y][x] = in[y][x];
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      if (in[y][x] > 0.9f)
        mended[y][x] = (in[y][x - 1] + in[y][x + 1]) * 0.5f;
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[y][x] = mended[y][x] - 0.25f * (mended[y - 1][x] + mended[y + 1][x] +
                                          mended[y][x - 1] + mended[y][x + 1]);
  free(mended);
}
