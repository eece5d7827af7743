// Windows over vectors that end at the borders, as std::clamp and std::min have
// it: LLVM makes differences of unsigned numbers of what is at least 0.
// contracted: 2
// sizes: 0,0 1,1 1,5 3,2 5,5 8,9 4,13 31,17 101,90
// RUN: %differential %s
#include "Inputs/program.h"
#include <algorithm>
#include <vector>

using Pixels = std::vector<float>;

__attribute__((noinline)) static void clamped(long h, long w, const Pixels &in,
                                              Pixels &out) {
  Pixels rows(h * w);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -2; i <= 2; i++)
        sum += in[y * w + std::clamp<long>(x + i, 0, w - 1)] * (i + 4);
      rows[y * w + x] = sum;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -2; i <= 2; i++)
        sum += rows[std::clamp<long>(y + i, 0, h - 1) * w + x] * (i + 5);
      out[y * w + x] = sum;
    }
}

__attribute__((noinline)) static void nearest(int h, int w, const Pixels &in,
                                              Pixels &out) {
  Pixels rows(h * w);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -2; i <= 2; i++)
        sum += in[y * w + std::min(std::max(x + i, 0), w - 1)] * (i + 4);
      rows[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -2; i <= 2; i++)
        sum += rows[std::min(std::max(y + i, 0), h - 1) * w + x] * (i + 5);
      out[y * w + x] += sum;
    }
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  Pixels in(h * w), out(h * w);
  for (long i = 0; i < h * w; i++)
    in[i] = i * 37 % 101 * 0.25f - 9;
  clamped(h, w, in, out);
  nearest(h, w, in, out);
  for (float pixel : out)
    show(pixel);
}
