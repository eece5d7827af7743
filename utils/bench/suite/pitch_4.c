// Thin edges, in images whose rows lie a constant number of elements apart, as
// libraries for images and fixed buffers have them. How much of a row is used
// is not known before the program runs.
// category: pipelines
// benchmark: in 128 128 2000; out 4500 4000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "flat_image.h"

enum { Pitch = 4016 };

static void kernel(int h, int w, const float *in, float *out) {
  float *across = malloc(sizeof(float) * h * Pitch);
  float *down = malloc(sizeof(float) * h * Pitch);
  float *strength = malloc(sizeof(float) * h * Pitch);
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      across[y * Pitch + x] = in[y * w + x + 1] - in[y * w + x - 1];
      down[y * Pitch + x] = in[(y + 1) * w + x] - in[(y - 1) * w + x];
    }
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      strength[y * Pitch + x] = across[y * Pitch + x] * across[y * Pitch + x] +
                                down[y * Pitch + x] * down[y * Pitch + x];
  for (int y = 2; y < h - 2; y++)
    for (int x = 2; x < w - 2; x++) {
      float here = strength[y * Pitch + x];
      float most = strength[y * Pitch + x - 1] + strength[y * Pitch + x + 1] +
                   strength[(y - 1) * Pitch + x] +
                   strength[(y + 1) * Pitch + x];
      out[y * w + x] = 4 * here > most ? here : 0;
    }
  free(across);
  free(down);
  free(strength);
}
