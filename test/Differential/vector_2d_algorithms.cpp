// Vectors are copied as a whole, filled and assigned to each other, before and
// after each step.
// contracted: 5
// sizes: 0,0,0 1,1,1 2,5,1 5,2,3 5,5,0 5,6,1 7,7,2 5,7,3 16,15,4 33,29,5 40,31,6 29,33,8
// fast: 5
// RUN: %differential %s
#include "Inputs/program.h"
#include <algorithm>
#include <cstring>
#include <vector>

#define AT(p, y, x) ((p)[(y) * w + (x)])

template <typename Image, typename From>
static void diffuse(int h, int w, const From &a, Image &b) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      AT(b, y, x) = 0.25 * (AT(a, y - 1, x) + AT(a, y + 1, x) +
                            AT(a, y, x - 1) + AT(a, y, x + 1));
}

__attribute__((noinline)) static void copied(int h, int w, int steps,
                                             double *out) {
  std::vector<double> a(h * w), b(h * w);
  for (int i = 0; i < h * w; i++)
    a[i] = i % 13;
  for (int t = 0; t < steps; t++) {
    std::copy(a.begin(), a.end(), b.begin());
    diffuse(h, w, a, b);
    std::copy(b.begin(), b.end(), a.begin());
  }
  std::copy(a.begin(), a.end(), out);
}

__attribute__((noinline)) static void cleared(int h, int w, int steps,
                                              double *out) {
  std::vector<double> a(h * w), b(h * w);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      AT(a, y, x) = (y * 5 + x) % 11;
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      std::fill_n(b.begin() + y * w, w, 0.5);
    diffuse(h, w, a, b);
    if (h > 0 && w > 0)
      std::memcpy(a.data(), b.data(), sizeof(double) * h * w);
  }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      AT(out, y, x) = AT(a, y, x);
}

__attribute__((noinline)) static void stages(size_t h, size_t w,
                                             const double *in, double *out) {
  std::vector<double> a(h * w), b(h * w), c(h * w);
  std::copy(in, in + h * w, a.begin());
  b = a;
  for (size_t y = 1; y + 1 < h; y++)
    for (size_t x = 0; x < w; x++)
      AT(b, y, x) += AT(a, y - 1, x) + AT(a, y + 1, x);
  c = b;
  for (size_t y = 1; y + 1 < h; y++)
    for (size_t x = 0; x < w; x++)
      AT(c, y, x) += AT(b, y - 1, x) + AT(b, y + 1, x);
  std::copy(c.begin(), c.end(), out);
}

int main(int, char **argv) {
  int h = size(argv, 1), w = size(argv, 2), steps = size(argv, 3);
  std::vector<double> in(h * w + 1), out(h * w + 1);
  for (int i = 0; i < h * w; i++)
    in[i] = (i * 37 % 101) * 0.01;
  auto Show = [&] {
    double sum = 0;
    for (int i = 0; i < h * w; i++)
      sum = sum * 0.75 + out[i];
    show(sum);
  };
  copied(h, w, steps, out.data());
  Show();
  cleared(h, w, steps, out.data());
  Show();
  stages(h, w, in.data(), out.data());
  Show();
}
