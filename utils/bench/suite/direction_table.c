// Four neighbours, found with a table of directions, of an image in brighter
// tones.
// category: pipelines
// benchmark: in 200 200 5000; out 5000 5000 3
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 40,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  static const int down[] = {1, -1, 0, 0}, right[] = {0, 0, 1, -1};
  if (h < 1 || w < 1)
    return;
  float(*bright)[w] = malloc(h * sizeof *bright);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      bright[y][x] = in[y][x] * 1.5f - in[y][x] * in[y][x] * 0.5f;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      int neighbours = 0;
      for (int d = 0; d < 4; d++) {
        long v = y + down[d], u = x + right[d];
        if (v >= 0 && v < h && u >= 0 && u < w) {
          sum += bright[v][u];
          neighbours++;
        }
      }
      out[y][x] = bright[y][x] * neighbours - sum;
    }
  free(bright);
}
