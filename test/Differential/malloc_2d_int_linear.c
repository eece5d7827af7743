// Rows indexed by y * w + x with int: the row above is enough.
// contracted: 1
// sizes: 0,0 0,1 1,1 2,1 3,5 7,9 64,7 100,64
// RUN: %differential %s
#include "Inputs/program.h"

static float f(int w, int h) {
  float *a = (float *)malloc(sizeof(float) * w * h);
  if (!a)
    return -1;
  for (int x = 0; x < w; x++)
    a[x] = x * 0.5f;
  for (int y = 1; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y * w + x] = a[(y - 1) * w + x] * 0.5f + (float)(x ^ y);
  float sum = 0;
  for (int x = 0; x < w; x++)
    sum += h > 0 ? a[(h - 1) * w + x] : 1.0f;
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
