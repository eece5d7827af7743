// Filters without a border: the result of each is smaller than what it is
// given, and starts at 0 again.
// category: pipelines
// benchmark: in 128 128 1900; out 4000 4000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "flat_image.h"

static void kernel(int h, int w, const float *in, float *out) {
  if (h < 9 || w < 9)
    return;
  int w1 = w - 2, w3 = w - 4, w4 = w - 6;
  float *a = malloc(sizeof(float) * h * w1);
  float *b = malloc(sizeof(float) * (h - 2) * w1);
  float *c = malloc(sizeof(float) * (h - 2) * w3);
  float *d = malloc(sizeof(float) * (h - 4) * w4);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w1; x++)
      a[y * w1 + x] = 0.25f * in[y * w + x] + 0.5f * in[y * w + x + 1] +
                      0.25f * in[y * w + x + 2];
  for (int y = 0; y < h - 2; y++)
    for (int x = 0; x < w1; x++)
      b[y * w1 + x] = 0.25f * a[y * w1 + x] + 0.5f * a[(y + 1) * w1 + x] +
                      0.25f * a[(y + 2) * w1 + x];
  for (int y = 0; y < h - 2; y++)
    for (int x = 0; x < w3; x++)
      c[y * w3 + x] = b[y * w1 + x + 2] - b[y * w1 + x];
  for (int y = 0; y < h - 4; y++)
    for (int x = 0; x < w4; x++)
      d[y * w4 + x] = c[(y + 2) * w3 + x + 1] - c[y * w3 + x + 1];
  for (int y = 0; y < h - 4; y++)
    for (int x = 0; x < w4; x++)
      out[y * w + x] = d[y * w4 + x] * d[y * w4 + x];
  free(a);
  free(b);
  free(c);
  free(d);
}
