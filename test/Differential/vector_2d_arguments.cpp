// A function that is handed vectors, and objects with vectors in them: where
// their elements lie is read from memory, at each access.
// contracted: 3
// sizes: 0,3 1,1 2,5 5,2 7,9 9,6 31,45
// RUN: %differential %s
#include "Inputs/program.h"
#include <vector>

struct Grid {
  size_t h, w;
  std::vector<double> cells;
  Grid(size_t h, size_t w) : h(h), w(w), cells(h * w) {}
  double &operator()(size_t y, size_t x) { return cells[y * w + x]; }
  double operator()(size_t y, size_t x) const { return cells[y * w + x]; }
};

__attribute__((noinline)) static void smooth(const Grid &in, Grid &out) {
  Grid a(in.h, in.w), b(in.h, in.w);
  for (size_t y = 1; y + 1 < in.h; y++)
    for (size_t x = 1; x + 1 < in.w; x++)
      a(y, x) =
          0.25 * (in(y - 1, x) + in(y + 1, x) + in(y, x - 1) + in(y, x + 1));
  for (size_t y = 2; y + 2 < in.h; y++)
    for (size_t x = 2; x + 2 < in.w; x++)
      b(y, x) = 0.25 * (a(y - 1, x) + a(y + 1, x) + a(y, x - 1) + a(y, x + 1));
  for (size_t y = 3; y + 3 < in.h; y++)
    for (size_t x = 3; x + 3 < in.w; x++)
      out(y, x) =
          0.25 * (b(y - 1, x) + b(y + 1, x) + b(y, x - 1) + b(y, x + 1));
}

__attribute__((noinline)) static std::vector<float>
blurred(const std::vector<float> &in, long h, long w) {
  std::vector<float> rows(h * w), out(h * w);
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      rows[y * w + x] = in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1];
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[y * w + x] =
          rows[(y - 1) * w + x] + rows[y * w + x] + rows[(y + 1) * w + x];
  return out;
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  Grid in(h, w), out(h, w);
  std::vector<float> image(h * w);
  for (long i = 0; i < h * w; i++)
    image[i] = in.cells[i] = i * 7 % 11;
  smooth(in, out);
  double sum = 0;
  for (double cell : out.cells)
    sum = sum * 0.75 + cell;
  for (float pixel : blurred(image, h, w))
    sum = sum * 0.75 + pixel;
  show(sum);
}
