// Filters whose windows are cut at borders by an if, or by choices that compare
// something else than what they choose: neighbours run side by side.
// contracted: 6
// sizes: 0,0,0 1,1,0 1,5,1 2,3,2 3,2,1 5,5,1 7,7,3 8,9,9 13,4,2 4,13,20 31,17,2 50,47,4 129,128,3 127,131,1 101,300,7 3,257,-1 130,259,60 67,61,1000000000
// RUN: %differential %s
#include "Inputs/program.h"
#include <limits.h>

#define apart __attribute__((noinline)) static

/// The usual way.
apart void means(int h, int w, const float *restrict in, float *restrict out) {
  float *t = malloc((h * w + 1) * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int first = x - 10, last = x + 10;
      if (first < 0)
        first = 0;
      if (last >= w)
        last = w - 1;
      float sum = 0;
      for (int k = first; k <= last; k++)
        sum += in[y * w + k];
      t[y * w + x] = sum / (last - first + 1);
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int first = y - 10, last = y + 10;
      if (first < 0)
        first = 0;
      if (last > h - 1)
        last = h - 1;
      float sum = 0;
      for (int k = first; k <= last; k++)
        sum += t[k * w + x];
      out[y * w + x] = sum / (last - first + 1);
    }
  free(t);
}

/// A radius that is not known, and may be larger than everything.
apart void around(int h, int w, int r, const float *restrict in,
                  float *restrict out) {
  float *t = malloc((h * w + 1) * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int first = x >= r ? x - r : 0, last = x + r < w ? x + r : w - 1;
      float sum = 0;
      for (int k = first; k <= last; k++)
        sum += in[y * w + k] * (k - x);
      t[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++) {
    int first = y < r ? 0 : y - r, last;
    if (y + r >= h)
      last = h - 1;
    else
      last = y + r;
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int k = first; k <= last; k++)
        sum += t[k * w + x];
      out[y * w + x] -= sum;
    }
  }
  free(t);
}

/// Ends behind the last element, and what is chosen from is chosen itself.
apart void ends(int h, int w, int r, const float *restrict in,
                float *restrict out) {
  float *t = malloc((h * w + 1) * sizeof *t);
  float *u = malloc((h * w + 1) * sizeof *u);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int first = x > 7 ? x - 7 : 0, end = w;
      if (x + 8 <= w)
        end = x + 8;
      float sum = 1;
      for (int k = first; k < end; k++)
        sum = 0.5f * sum + in[y * w + k];
      t[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int first = y - 5;
      if (first < 0)
        first = 0;
      if (first >= h)
        first = h - 1;
      int last = y < h - 5 ? y + 5 : h - 1;
      float sum = 0;
      for (int k = first; k <= last; k++)
        sum += t[k * w + x];
      u[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int k = x; k <= (x + 17 >= w ? w - 1 : x + 17); k++)
        sum += u[y * w + k];
      out[y * w + x] += sum;
    }
  free(t);
  free(u);
}

/// What is not chosen is no number where \p w is the largest one.
apart double late(int w, int n, const float *restrict in) {
  double *t = malloc((n + 1) * sizeof *t), sum = 0;
  int begin = w - n;
  for (int x = begin; x < w; x++) {
    int last = x >= w - 10 ? w - 1 : x + 10;
    double all = 0;
    for (int k = x; k <= last; k++)
      all += in[k - begin];
    t[x - begin] = all;
  }
  for (int x = 0; x < n; x++)
    sum += t[x];
  free(t);
  return sum;
}

/// The same with the smallest one.
apart double early(int begin, int n, const float *restrict in) {
  double *t = malloc((n + 1) * sizeof *t), sum = 0;
  for (int x = begin; x < begin + n; x++) {
    int first = x <= begin + 10 ? begin : x - 10;
    double all = 0;
    for (int k = first; k <= x; k++)
      all += in[k - begin];
    t[x - begin] = all;
  }
  for (int x = 0; x < n; x++)
    sum += t[x];
  free(t);
  return sum;
}

/// Choices that are no extremes: the one that is further away, or in between.
apart double others(int n, const float *restrict in) {
  double *t = malloc((n + 1) * sizeof *t);
  for (int x = 0; x < n; x++) {
    int last = x + 3 < n ? n - 1 : x, first = x < 5 ? x : x - 5;
    double sum = 0;
    for (int k = first; k <= (last > first + 40 ? first + 40 : last); k++)
      sum += in[k];
    t[x] = sum;
  }
  double all = 0;
  for (int x = 0; x < n; x++)
    all += t[x];
  free(t);
  return all;
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), r = size(argv, 3), n = h * w;
  float *in = malloc((n + 1) * sizeof *in), *out = calloc(n + 1, sizeof *out);
  for (long i = 0; i < n; i++)
    in[i] = i * 37 % 101 * 0.25f + 9;
  means(h, w, in, out);
  around(h, w, r, in, out);
  ends(h, w, r, in, out);
  for (long i = 0; i < n; i++)
    show(out[i]);
  int few = n < 1000 ? n : 1000;
  show(late(INT_MAX, few, in));
  show(late(few, few, in));
  show(early(INT_MIN, few, in));
  show(early(few, few, in));
  show(others(n, in));
  free(in);
  free(out);
}
