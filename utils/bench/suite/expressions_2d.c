// A formula over matrices, one operation at a time, by functions for whole
// matrices.
// category: array expressions
// benchmark: in 96 96 3400; out 3500 3500 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void times(long h, long w, const float (*a)[w], const float (*b)[w],
                  float (*out)[w]) {
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      out[i][j] = a[i][j] * b[i][j];
}

static void plus(long h, long w, const float (*a)[w], const float (*b)[w],
                 float (*out)[w]) {
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      out[i][j] = a[i][j] + b[i][j];
}

static void scale(long h, long w, float c, const float (*a)[w],
                  float (*out)[w]) {
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      out[i][j] = c * a[i][j];
}

#define MATRIX(name) (const float (*)[w]) name

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*square)[w] = malloc(h * sizeof *square);
  float (*cube)[w] = malloc(h * sizeof *cube);
  float (*half)[w] = malloc(h * sizeof *half);
  float (*third)[w] = malloc(h * sizeof *third);
  float (*sum)[w] = malloc(h * sizeof *sum);
  times(h, w, in, in, square);
  times(h, w, MATRIX(square), in, cube);
  scale(h, w, -0.5f, MATRIX(square), half);
  scale(h, w, 0.333f, MATRIX(cube), third);
  plus(h, w, in, MATRIX(half), sum);
  plus(h, w, MATRIX(sum), MATRIX(third), out);
  free(square);
  free(cube);
  free(half);
  free(third);
  free(sum);
}
