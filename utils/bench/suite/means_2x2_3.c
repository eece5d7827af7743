// An image at an eighth of its size: three times, each pixel is the mean of
// four.
// category: sampling
// benchmark: in 128 128 60000; out 9000 9000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  long h1 = h / 2, w1 = w / 2, h2 = h / 4, w2 = w / 4;
  float (*half)[w1 + 1] = malloc((h1 + 1) * sizeof *half);
  float (*quarter)[w2 + 1] = malloc((h2 + 1) * sizeof *quarter);
  for (long y = 0; y < h1; y++)
    for (long x = 0; x < w1; x++)
      half[y][x] = 0.25f * (in[2 * y][2 * x] + in[2 * y][2 * x + 1] +
                            in[2 * y + 1][2 * x] + in[2 * y + 1][2 * x + 1]);
  for (long y = 0; y < h2; y++)
    for (long x = 0; x < w2; x++)
      quarter[y][x] =
          0.25f * (half[2 * y][2 * x] + half[2 * y][2 * x + 1] +
                   half[2 * y + 1][2 * x] + half[2 * y + 1][2 * x + 1]);
  for (long y = 0; y < h / 8; y++)
    for (long x = 0; x < w / 8; x++)
      out[y][x] =
          0.25f * (quarter[2 * y][2 * x] + quarter[2 * y][2 * x + 1] +
                   quarter[2 * y + 1][2 * x] + quarter[2 * y + 1][2 * x + 1]);
  free(half);
  free(quarter);
}
