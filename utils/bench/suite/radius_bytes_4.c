// What differs from its surroundings, in bytes: the mean of a square whose radius is
// read at run time, on an image that may have no columns to spare.
// category: pipelines
// benchmark: in 128 128 300; out 4000 4000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static volatile long wanted = 7;

// As if in a file of its own.
__attribute__((noinline)) static void
differ(long h, long w, long r, const float *restrict in, float *restrict out) {
  unsigned char *pixels = malloc(h * w), *blurred = malloc(h * w);
  int *rows = malloc(h * w * sizeof *rows);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      pixels[y * w + x] = in[y * w + x] * 255;
  for (long y = 0; y < h; y++)
    for (long x = r; x < w - r; x++) {
      int sum = 0;
      for (long k = -r; k <= r; k++)
        sum += pixels[y * w + x + k];
      rows[y * w + x] = sum;
    }
  int count = (2 * r + 1) * (2 * r + 1);
  for (long y = r; y < h - r; y++)
    for (long x = r; x < w - r; x++) {
      int sum = 0;
      for (long k = -r; k <= r; k++)
        sum += rows[(y + k) * w + x];
      blurred[y * w + x] = sum / count;
    }
  for (long y = r; y < h - r; y++)
    for (long x = r; x < w - r; x++)
      out[y * w + x] = pixels[y * w + x] - blurred[y * w + x];
  free(pixels);
  free(rows);
  free(blurred);
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  differ(h, w, wanted, &in[0][0], &out[0][0]);
}
