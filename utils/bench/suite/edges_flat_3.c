// Edges of an image, with subscripts computed as older programs do: smoothing,
// then the differences to the right and below, then how large they are.
// category: pipelines
// benchmark: in 128 128 2000; out 4500 4500 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "flat_image.h"

static void kernel(int h, int w, const float *in, float *out) {
  float *smooth = malloc(sizeof(float) * h * w);
  float *right = malloc(sizeof(float) * h * w);
  float *below = malloc(sizeof(float) * h * w);
  for (int i = 1; i < h - 1; i++)
    for (int j = 1; j < w - 1; j++)
      smooth[i * w + j] = 0.5f * in[i * w + j] +
                          0.125f * (in[(i - 1) * w + j] + in[(i + 1) * w + j] +
                                    in[i * w + j - 1] + in[i * w + j + 1]);
  for (int i = 1; i < h - 2; i++)
    for (int j = 1; j < w - 2; j++) {
      right[i * w + j] = smooth[i * w + j + 1] - smooth[i * w + j];
      below[i * w + j] = smooth[(i + 1) * w + j] - smooth[i * w + j];
    }
  for (int i = 1; i < h - 2; i++)
    for (int j = 1; j < w - 2; j++)
      out[i * w + j] = right[i * w + j] * right[i * w + j] +
                       below[i * w + j] * below[i * w + j];
  free(smooth);
  free(right);
  free(below);
}
