// Vectors that are made where a stage needs them, behind the loops of others,
// and go away when their block ends: constructors may throw for two reasons.
// contracted: 10
// sizes: 0,0 0,3 1,1 1,7 2,2 3,5 5,3 7,11 19,23 61,47
// RUN: %differential %s
#include "Inputs/program.h"
#include <memory>
#include <stdexcept>
#include <vector>

using Plane = std::vector<double>;

__attribute__((noinline)) static double stages(int h, int w) {
  Plane a(h * w);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y * w + x] = y * 3 + x % 7;
  Plane b(h * w);
  for (int y = 1; y < h - 1; y++)
    for (int x = 0; x < w; x++)
      b[y * w + x] = a[(y - 1) * w + x] + a[(y + 1) * w + x];
  Plane c(h * w, 0.5);
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      c[y * w + x] += b[y * w + x - 1] * b[y * w + x + 1];
  double sum = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      sum = sum * 0.75 + c[y * w + x];
  return sum;
}

// Blocks of their own; the last array is returned.
__attribute__((noinline)) static Plane blocks(size_t h, size_t w) {
  Plane rows(h * w);
  {
    Plane in(h * w);
    for (size_t y = 0; y < h; y++)
      for (size_t x = 0; x < w; x++)
        in[y * w + x] = (y * 5 + x * 3) % 11;
    for (size_t y = 0; y < h; y++)
      for (size_t x = 1; x + 1 < w; x++)
        rows[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1];
  }
  Plane out(h * w);
  {
    Plane columns(h * w);
    for (size_t y = 1; y + 1 < h; y++)
      for (size_t x = 0; x < w; x++)
        columns[y * w + x] = rows[(y - 1) * w + x] - rows[(y + 1) * w + x];
    for (size_t y = 0; y < h; y++)
      for (size_t x = 0; x < w; x++)
        out[y * w + x] = columns[y * w + x] * 0.25;
  }
  return out;
}

struct Image {
  int w, h;
  std::vector<float> data;
  Image(int w, int h) : w(w), h(h), data((size_t)w * h) {
    if (w < 0 || h < 0)
      throw std::invalid_argument("size");
  }
  float &at(int x, int y) { return data[y * w + x]; }
  const float &at(int x, int y) const { return data[y * w + x]; }
};

static Image drawn(int w, int h) {
  Image out(w, h);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out.at(x, y) = (x * x + y) % 13;
  return out;
}

static Image blurred(const Image &in) {
  Image out(in.w, in.h);
  for (int y = 1; y < in.h - 1; y++)
    for (int x = 1; x < in.w - 1; x++)
      out.at(x, y) =
          in.at(x - 1, y) + in.at(x + 1, y) + in.at(x, y - 1) + in.at(x, y + 1);
  return out;
}

static Image product(const Image &a, const Image &b) {
  if (a.w != b.w || a.h != b.h)
    throw std::invalid_argument("sizes");
  Image out(a.w, a.h);
  for (int y = 0; y < a.h; y++)
    for (int x = 0; x < a.w; x++)
      out.at(x, y) = a.at(x, y) * b.at(x, y);
  return out;
}

// Functions that return objects with vectors, one after the other.
__attribute__((noinline)) static double images(int w, int h) {
  Image first = drawn(w, h);
  Image second = blurred(first);
  Image third = blurred(second);
  Image last = product(second, third);
  double sum = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      sum = sum * 0.75 + last.at(x, y);
  return sum;
}

__attribute__((noinline)) static double pointers(long n, long m) {
  std::unique_ptr<double[]> a(new double[n * m]);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      a[i * m + j] = i % 5 + j;
  auto b = std::make_unique<double[]>(n * m);
  for (long i = 1; i < n; i++)
    for (long j = 1; j < m; j++)
      b[i * m + j] = a[(i - 1) * m + j] - a[i * m + j - 1];
  a.reset();
  double *c = new double[n * m];
  for (long i = 1; i < n; i++)
    for (long j = 1; j < m; j++)
      c[i * m + j] = b[i * m + j] * 0.5;
  double sum = 0;
  for (long i = 1; i < n; i++)
    for (long j = 1; j < m; j++)
      sum = sum * 0.75 + c[i * m + j];
  delete[] c;
  return sum;
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  show(stages(h, w));
  double sum = 0;
  for (double x : blocks(h, w))
    sum = sum * 0.75 + x;
  show(sum);
  show(images(w, h));
  show(pointers(h, w));
}
