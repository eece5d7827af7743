// Filters whose windows are cut at borders before the loops over them begin:
// neighbours run side by side, as windows are as long at borders as elsewhere.
// contracted: 10
// sizes: 0,0,0 1,1,0 1,5,1 2,3,2 3,2,1 5,5,1 7,7,3 8,9,9 13,4,2 4,13,20 31,17,2 50,47,4 129,128,3 127,131,1 101,300,7 3,257,-1 130,259,60 67,61,2147483647
// RUN: %differential %s
#include "Inputs/program.h"

#define apart __attribute__((noinline)) static
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/// Means over windows of one size.
apart void means(int h, int w, const float *restrict in, float *restrict out) {
  float *t = malloc((h * w + 1) * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int first = MAX(0, x - 10), last = MIN(w - 1, x + 10);
      float sum = 0;
      for (int k = first; k <= last; k++)
        sum += in[y * w + k];
      t[y * w + x] = sum / (last - first + 1);
    }
  for (int y = 0; y < h; y++) {
    int first = MAX(0, y - 10), last = MIN(h - 1, y + 10);
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int k = first; k <= last; k++)
        sum += t[k * w + x];
      out[y * w + x] = sum / (last - first + 1);
    }
  }
  free(t);
}

/// A weighted sum with a radius that may be larger than everything.
apart void around(long h, long w, int r, const float *restrict in,
                  float *restrict out) {
  float *t = malloc((h * w + 1) * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      long first = MAX(0, x - r), last = MIN(w - 1, x + r);
      float sum = 0;
      for (long k = first; k <= last; k++)
        sum += in[y * w + k] * (k - x);
      t[y * w + x] = sum;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      long first = MAX(0, y - r), last = MIN(h - 1, y + r);
      float sum = 0;
      for (long k = first; k <= last; k++)
        sum += t[k * w + x];
      out[y * w + x] -= sum;
    }
  free(t);
}

/// Elements are counted from the one in the middle.
apart void relative(int h, int w, const float *restrict in,
                    float *restrict out) {
  float *t = malloc((h * w + 1) * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int k = MAX(-9, -x); k <= MIN(11, w - 1 - x); k++)
        sum += in[y * w + x + k];
      t[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int k = MAX(-y, -10); k < MIN(10, h - y); k++)
        sum += t[(y + k) * w + x];
      out[y * w + x] += sum;
    }
  free(t);
}

/// Bounds that do not belong to the window, and more behind an element than in
/// front of it. Twice \p r may not be a number.
apart void behind(long h, long w, int r, const float *restrict in,
                  float *restrict out) {
  float *t = malloc((h * w + 1) * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      long first = MAX(0, x - r), end = MIN(w, x + 2L * r + 1);
      float sum = 1;
      for (long k = first; k < end; k++)
        sum = 0.5f * sum + in[y * w + k];
      t[y * w + x] = sum;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      long first = MAX(0, y - r), end = MIN(h, y + 1);
      float sum = 0;
      for (long k = first; k < end; k++)
        sum += t[k * w + x];
      out[y * w + x] += sum;
    }
  free(t);
}

/// Only one end is at a border, and the largest of bytes is looked for.
apart void largest(int h, int w, int r, const float *restrict in,
                   float *restrict out) {
  unsigned char *t = malloc(h * w + 1);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      unsigned char most = 0;
      for (int k = MAX(x - 5, 0); k <= x; k++)
        most = MAX(most, (unsigned char)in[y * w + k]);
      t[y * w + x] = most;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int most = 0;
      for (int k = y; k < MIN(y + 18, h); k++)
        most = MAX(most, t[k * w + x]);
      out[y * w + x] += most + r;
    }
  free(t);
}

/// Two of them with something in between that is no loop: where the one runs
/// rewritten, the other may not.
apart void separated(long h, long w, int r, const float *restrict in,
                     float *restrict out) {
  around(h, w, 1, in, out);
  float *t = malloc((h * w + 1) * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (long k = MAX(0, x - r); k <= MIN(w - 1, x + r); k++)
        sum += in[y * w + k];
      t[y * w + x] = sum;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y * w + x] += t[y * w + x];
  free(t);
  show(h > 0 && w > 0 ? out[h * w - 1] : 0);
  float *u = malloc((h * w + 1) * sizeof *u);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (long k = MAX(0, x - r); k <= MIN(w - 1, x + r); k++)
        sum += out[y * w + k];
      u[y * w + x] = sum;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y * w + x] -= u[y * w + x];
  free(u);
}

/// Windows of two dimensions, and elements beyond the border left out of a long
/// one.
apart void blocks(int h, int w, const float *restrict in, float *restrict out) {
  float *t = malloc((h * w + 1) * sizeof *t);
  float *u = malloc((h * w + 1) * sizeof *u);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int k = -12; k <= 12; k++)
        if (x + k >= 0 && x + k < w)
          sum += k * in[y * w + x + k];
      t[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int k = -9; k <= 9; k++)
        if (y + k >= 0 && y + k < h)
          sum += t[(y + k) * w + x];
      u[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int j = MAX(y - 1, 0); j <= MIN(y + 1, h - 1); j++)
        for (int k = MAX(x - 1, 0); k <= MIN(x + 1, w - 1); k++)
          sum += u[j * w + k];
      out[y * w + x] += sum;
    }
  free(t);
  free(u);
}

/// A signal, and windows that may be empty.
apart double signal(int n, int r, const float *restrict in) {
  double *t = malloc((n + 1) * sizeof *t), *u = malloc((n + 1) * sizeof *u);
  for (int x = 0; x < n; x++) {
    double sum = 0;
    for (int k = MAX(x + r - 3, 0); k <= MIN(x + r + 3, n - 1); k++)
      sum += in[k];
    t[x] = sum;
  }
  for (int x = 0; x < n; x++) {
    double sum = 0;
    for (int k = MAX(x - 30, 0); k <= MIN(x + 30, n - 1); k++)
      sum += t[k];
    u[x] = sum;
  }
  double all = 0;
  for (int x = 0; x < n; x++)
    all += u[x];
  free(t);
  free(u);
  return all;
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), r = size(argv, 3), n = h * w;
  float *in = malloc((n + 1) * sizeof *in), *out = calloc(n + 1, sizeof *out);
  for (long i = 0; i < n; i++)
    in[i] = i * 37 % 101 * 0.25f + 9;
  means(h, w, in, out);
  around(h, w, r, in, out);
  relative(h, w, in, out);
  behind(h, w, r, in, out);
  largest(h, w, r % 100, in, out);
  blocks(h, w, in, out);
  separated(h, w, r, in, out);
  for (long i = 0; i < n; i++)
    show(out[i]);
  show(signal(n, r % 100, in));
  free(in);
  free(out);
}
