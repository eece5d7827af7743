// Stages of an image filter in std::vector, which allocates nothing for no
// elements and sets all others to zero; the second allocation may throw.
// contracted: 3
// sizes: 0,0 0,3 1,1 1,7 2,2 3,5 5,3 7,11 19,23 61,47
// RUN: %differential %s
#include "Inputs/program.h"
#include <vector>

static double f(int h, int w) {
  std::vector<float> in(size_t(h) * w), rows(size_t(h) * w);
  std::vector<float> columns(size_t(h) * w);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      in[y * w + x] = (y * 7 + x * 3) % 11;
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++)
      rows[y * w + x] =
          (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
  for (int y = 1; y < h - 1; y++)
    for (int x = 0; x < w; x++)
      columns[y * w + x] =
          (rows[(y - 1) * w + x] + rows[y * w + x] + rows[(y + 1) * w + x]) / 3;
  double sum = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      sum = sum * 0.75 + columns[y * w + x];
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
