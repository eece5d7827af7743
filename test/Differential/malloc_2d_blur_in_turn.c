// Blur by rows, then by columns, from and to arrays of its own: all may have
// one buffer.
// contracted: 3
// sizes: 0,0 1,1 1,3 3,1 2,3 7,7 7,64 64,7 100,33
// RUN: %differential %s
#include "Inputs/program.h"

static float f(long h, long w) {
  float *in = malloc(h * w * sizeof(float));
  float *tmp = malloc(h * w * sizeof(float));
  float *out = malloc(h * w * sizeof(float));
  if (!in || !tmp || !out)
    abort();
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      in[y * w + x] = (y * 31 + x * 17) % 256;
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      tmp[y * w + x] =
          (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[y * w + x] =
          (tmp[(y - 1) * w + x] + tmp[y * w + x] + tmp[(y + 1) * w + x]) / 3;
  float sum = 0;
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      sum += out[y * w + x] * (y + 2 * x);
  free(in);
  free(tmp);
  free(out);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
