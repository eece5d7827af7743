// Each row of an image less its mean, divided by how far it varies.
// category: array expressions
// benchmark: in 96 96 11000; out 4000 4000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float *mean = malloc(h * sizeof(float));
  float *variance = malloc(h * sizeof(float));
  float (*centred)[w] = malloc(h * sizeof *centred);
  float (*square)[w] = malloc(h * sizeof *square);
  for (long y = 0; y < h; y++) {
    mean[y] = 0;
    for (long x = 0; x < w; x++)
      mean[y] += in[y][x];
    mean[y] /= (float)w;
  }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      centred[y][x] = in[y][x] - mean[y];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      square[y][x] = centred[y][x] * centred[y][x];
  for (long y = 0; y < h; y++) {
    variance[y] = 0;
    for (long x = 0; x < w; x++)
      variance[y] += square[y][x];
    variance[y] /= (float)w;
  }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = centred[y][x] / (variance[y] + 0.001f);
  free(mean);
  free(variance);
  free(centred);
  free(square);
}
