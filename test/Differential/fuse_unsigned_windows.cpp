// Filters whose windows are cut at borders and computed in size_t: bounds are
// extremes of unsigned numbers, which have no sign as no array is that large.
// contracted: 4
// idle: _ZL7unaskedmmmRSt6vectorIfSaIfEEPf
// sizes: 0,0,1 1,1,1 1,5,1 2,3,2 3,2,1 5,5,1 7,7,3 8,9,9 13,4,2 4,13,20 31,17,2 50,47,4 129,128,3 127,131,1 101,300,7 3,257,0 130,259,60 67,61,1000
// RUN: %differential %s
#include "Inputs/program.h"
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

using Pixels = std::vector<float>;

#define apart __attribute__((noinline)) static

/// As one writes it first.
apart void means(size_t h, size_t w, const Pixels &in, Pixels &out) {
  constexpr size_t radius = 9;
  Pixels rows(h * w);
  for (size_t y = 0; y < h; ++y)
    for (size_t x = 0; x < w; ++x) {
      size_t first = x >= radius ? x - radius : 0;
      size_t last = std::min(x + radius, w - 1);
      float sum = 0;
      for (size_t k = first; k <= last; ++k)
        sum += in[y * w + k];
      rows[y * w + x] = sum / (last - first + 1);
    }
  for (size_t y = 0; y < h; ++y)
    for (size_t x = 0; x < w; ++x) {
      size_t first = y > radius ? y - radius : 0;
      size_t end = std::min(y + radius + 1, h);
      float sum = 0;
      for (size_t k = first; k < end; ++k)
        sum += rows[k * w + x];
      out[y * w + x] = sum / (end - first);
    }
}

/// A choice that is no minimum for LLVM, and a difference of what is smaller.
apart void chosen(size_t h, size_t w, const Pixels &in, Pixels &out) {
  Pixels rows(h * w);
  for (size_t y = 0; y < h; ++y)
    for (size_t x = 0; x < w; ++x) {
      size_t last = x + 10 < w ? x + 10 : w - 1;
      float sum = 0;
      for (size_t k = x - std::min<size_t>(x, 10); k <= last; ++k)
        sum = 0.75f * sum + in[y * w + k];
      rows[y * w + x] = sum;
    }
  for (size_t y = 0; y < h; ++y) {
    size_t first = y < 7 ? 0 : y - 7, last = y + 7 >= h ? h - 1 : y + 7;
    for (size_t x = 0; x < w; ++x) {
      float sum = 0;
      for (size_t k = first; k <= last; ++k)
        sum += rows[k * w + x];
      out[y * w + x] -= sum;
    }
  }
}

/// Half the size of a filter, which might be a large number for all we know.
apart void half(size_t h, size_t w, const Pixels &in,
                const std::vector<float> &filter, Pixels &out) {
  Pixels rows(h * w);
  size_t radius = filter.size() / 2;
  for (size_t y = 0; y < h; ++y)
    for (size_t x = 0; x < w; ++x) {
      size_t first = x > radius ? x - radius : 0;
      size_t last = std::min(x + radius, w - 1);
      float sum = 0;
      for (size_t k = first; k <= last; ++k)
        sum += in[y * w + k] * filter[k + radius - x];
      rows[y * w + x] = sum;
    }
  for (size_t y = 0; y < h; ++y)
    for (size_t x = 0; x < w; ++x) {
      size_t first = y > radius ? y - radius : 0;
      size_t last = std::min(y + radius, h - 1);
      float sum = 0;
      for (size_t k = first; k <= last; ++k)
        sum += rows[k * w + x] * filter[k + radius - y];
      out[y * w + x] += sum;
    }
}

/// A radius of fewer bits.
apart void narrow(size_t h, size_t w, unsigned radius, const Pixels &in,
                  Pixels &out) {
  Pixels rows(h * w);
  for (size_t y = 0; y < h; ++y)
    for (size_t x = 0; x < w; ++x) {
      size_t first = std::max<size_t>(x, radius) - radius;
      size_t end = std::min<size_t>(x + radius, w);
      float sum = 0;
      for (size_t k = first; k < end; ++k)
        sum += in[y * w + k];
      rows[y * w + x] = sum;
    }
  for (size_t y = 0; y < h; ++y)
    for (size_t x = 0; x < w; ++x) {
      size_t first = std::max<size_t>(y, radius) - radius;
      size_t end = std::min<size_t>(y + radius, h);
      float sum = 0;
      for (size_t k = first; k < end; ++k)
        sum += rows[k * w + x];
      out[y * w + x] += sum;
    }
}

/// Numbers that need all bits: x + wide is smaller than x, and has to be so.
apart void wide(size_t h, size_t w, size_t wide, const Pixels &in,
                Pixels &out) {
  Pixels rows(h * w);
  for (size_t y = 0; y < h; ++y)
    for (size_t x = 0; x < w; ++x) {
      float sum = 1;
      for (size_t k = x >= wide ? x - wide : 0; k < std::min(x + wide, w); ++k)
        sum += in[y * w + k];
      rows[y * w + x] = sum;
    }
  for (size_t y = 0; y < h; ++y)
    for (size_t x = 0; x < w; ++x) {
      float sum = 0;
      for (size_t k = y >= 2 ? y - 2 : 0; k < std::min(y + 3, h); ++k)
        sum += rows[k * w + x];
      out[y * w + x] += sum;
    }
}

/// A loop that never runs, over more than there may be of anything.
apart double huge(size_t h, size_t w, const Pixels &in) {
  Pixels rows(in.size() + 1);
  double all = 0;
  for (size_t y = 0; y < h; ++y)
    for (size_t x = 0; x < w; ++x) {
      float sum = 0;
      for (size_t k = x >= 2 ? x - 2 : 0; k < std::min(x + 3, w); ++k)
        sum += in[y * w + k];
      rows[y * w + x] = sum;
    }
  for (size_t y = 0; y < h; ++y)
    for (size_t x = 0; x < w; ++x)
      all += rows[y * w + x];
  return all;
}

/// Ends the program when it has been called a few times.
__attribute__((noinline)) static void count(size_t k) {
  static size_t calls, sum;
  sum += k;
  if (++calls == 10) {
    show(sum);
    exit(0);
  }
}

/// The second loop over \p h asks last: it runs though h is 0 and the first one
/// did not, so that nobody knows that w is small.
apart void unasked(size_t h, size_t w, size_t n, Pixels &sums, float *out) {
  for (size_t y = 0; y < h; ++y)
    for (size_t x = 0; x < w; ++x)
      out[y * w + x] = 0;
  size_t y = 0;
  do {
    for (size_t x = 0; x < w; ++x) {
      size_t last = x + 3 < w ? x + 3 : w - 1;
      for (size_t k = x >= 3 ? x - 3 : 0; k <= last; ++k)
        count(k);
    }
  } while (++y != h);
  Pixels rows(n * n);
  for (size_t y = 0; y < n; ++y)
    for (size_t x = 0; x < n; ++x)
      rows[y * n + x] = 0.5f * x + y;
  for (size_t y = 1; y < n; ++y)
    for (size_t x = 0; x < n; ++x)
      sums[y * n + x] = rows[y * n + x] - rows[(y - 1) * n + x];
}

int main(int argc, char **argv) {
  size_t h = size(argv, 1), w = size(argv, 2), radius = size(argv, 3);
  Pixels in(h * w), out(h * w);
  for (size_t i = 0; i < h * w; i++)
    in[i] = i * 37 % 101 * 0.25f - 9;
  means(h, w, in, out);
  chosen(h, w, in, out);
  half(h, w, in, std::vector<float>(2 * radius + 1, 0.5f), out);
  narrow(h, w, radius, in, out);
  wide(h, w, radius, in, out);
  wide(h, w, size_t(0) - radius, in, out);
  wide(h, w, std::numeric_limits<int64_t>::max(), in, out);
  for (float pixel : out)
    show(pixel);
  show(huge(0, std::numeric_limits<size_t>::max(), in));
  show(huge(h, w, in));
  Pixels sums(h * h);
  unasked(0, std::numeric_limits<int64_t>::max() + size_t(9), h, sums,
          out.data());
}
