// What is lost when an image is made half as large: blur, every second pixel,
// these again at full size with means in between, first in rows and then in
// columns, and the difference, which is weighted.
// category: sampling
// benchmark: in 128 128 1700; out 4000 4000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1
// slow: to compile

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  long h2 = h / 2, w2 = w / 2;
  float (*blurred)[w] = malloc(h * sizeof *blurred);
  float (*small)[w2 + 1] = malloc((h2 + 1) * sizeof *small);
  float (*wide)[w] = malloc((h2 + 1) * sizeof *wide);
  float (*large)[w] = malloc(h * sizeof *large);
  float (*detail)[w] = malloc(h * sizeof *detail);
  for (long y = 0; y < h - 1; y++)
    for (long x = 0; x < w - 1; x++)
      blurred[y][x] =
          0.25f * (in[y][x] + in[y][x + 1] + in[y + 1][x] + in[y + 1][x + 1]);
  for (long y = 0; y < h2; y++)
    for (long x = 0; x < w2; x++)
      small[y][x] = blurred[2 * y][2 * x];
  for (long y = 0; y < h2; y++)
    for (long x = 0; x < w2 - 1; x++) {
      wide[y][2 * x] = small[y][x];
      wide[y][2 * x + 1] = 0.5f * (small[y][x] + small[y][x + 1]);
    }
  for (long y = 0; y < h2 - 1; y++)
    for (long x = 0; x < 2 * w2 - 2; x++) {
      large[2 * y][x] = wide[y][x];
      large[2 * y + 1][x] = 0.5f * (wide[y][x] + wide[y + 1][x]);
    }
  for (long y = 0; y < 2 * h2 - 2; y++)
    for (long x = 0; x < 2 * w2 - 2; x++)
      detail[y][x] = in[y][x] - large[y][x];
  for (long y = 1; y < 2 * h2 - 3; y++)
    for (long x = 1; x < 2 * w2 - 3; x++)
      out[y][x] = detail[y][x] * fabsf(detail[y][x - 1] + detail[y][x + 1] +
                                       detail[y - 1][x] + detail[y + 1][x]);
  free(blurred);
  free(small);
  free(wide);
  free(large);
  free(detail);
}
