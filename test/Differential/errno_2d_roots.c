// Stages of a filter that take roots, which sets errno for negative numbers, in
// no more than some of them: errno is the same, in whichever order they are
// taken, and though some of them are of no use to anybody.
// contracted: 3
// sizes: 0,0,0 1,7,3 2,2,1 3,5,0 5,3,2 7,11,40 19,23,0 61,47,9 61,47,200
// RUN: %differential %s
#include "Inputs/program.h"
#include <errno.h>
#include <math.h>

static __attribute__((noinline)) double f(int h, int w, const float *in,
                                          float *out) {
  float *across = malloc(sizeof(float) * h * w);
  float *down = malloc(sizeof(float) * h * w);
  float *length = malloc(sizeof(float) * h * w);
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++)
      across[y * w + x] = sqrtf(in[y * w + x + 1] - in[y * w + x - 1] + 9);
  for (int y = 1; y < h - 1; y++)
    for (int x = 0; x < w; x++)
      down[y * w + x] = in[(y + 1) * w + x] - in[(y - 1) * w + x];
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      length[y * w + x] = sqrtf(across[y * w + x] + down[y * w + x]);
  for (int y = 2; y < h - 2; y++)
    for (int x = 1; x < w - 1; x++)
      out[y * w + x] = length[(y - 1) * w + x] + length[(y + 1) * w + x];
  free(across);
  free(down);
  free(length);
  double sum = errno;
  for (int y = 2; y < h - 2; y++)
    for (int x = 1; x < w - 1; x++)
      if (out[y * w + x] == out[y * w + x])
        sum = sum * 0.75 + out[y * w + x];
  return sum;
}

int main(int argc, char **argv) {
  int h = size(argv, 1), w = size(argv, 2), odd = size(argv, 3);
  float *in = malloc(sizeof(float) * (h * w + 1)),
        *out = malloc(sizeof(float) * (h * w + 1));
  for (int i = 0; i < h * w; i++)
    in[i] = i == odd ? 100 : (i * 7) % 4;
  errno = 0;
  show(f(h, w, in, out));
  show(errno);
}
