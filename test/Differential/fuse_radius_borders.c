// Filters with radii that are read at run time, whose windows end at borders:
// sums of neighbours are kept in vectors.
// contracted: 6
// sizes: 0,0,0 1,1,0 1,5,1 2,3,2 3,2,1 5,5,1 7,7,3 8,9,9 13,4,2 4,13,20 31,17,2 50,47,4 129,128,3 127,131,1 101,300,7 3,257,-1 130,259,60
// RUN: %differential %s
#include "Inputs/program.h"

#define apart __attribute__((noinline)) static
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/// Nothing is there, and weights.
apart void skipped(int h, int w, int r, const float *restrict weights,
                   const float *restrict in, float *restrict out) {
  float *t = malloc((h * w + 1) * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -r; i <= r; i++) {
        if (x + i < 0 || x + i >= w)
          continue;
        sum += weights[i + r] * in[y * w + x + i];
      }
      t[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -r; i <= r; i++)
        if (y + i >= 0 && y + i < h)
          sum += weights[i + r] * t[(y + i) * w + x];
      out[y * w + x] = sum;
    }
  free(t);
}

/// The nearest element inside.
apart void clamped(int h, int w, int r, const float *restrict in,
                   float *restrict out) {
  float *t = malloc((h * w + 1) * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -r; i <= r; i++) {
        int at = x + i;
        if (at < 0)
          at = 0;
        if (at >= w)
          at = w - 1;
        sum += in[y * w + at] * i;
      }
      t[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -r; i <= r; i++)
        sum += t[MIN(MAX(y + i, 0), h - 1) * w + x] * (i + 5);
      out[y * w + x] += sum;
    }
  free(t);
}

/// Means of bytes, and how many they are of; two radii.
apart void counted(long h, long w, long r, long q,
                   const unsigned char (*restrict in)[w],
                   unsigned char (*restrict out)[w]) {
  unsigned char (*t)[w] = malloc((h + 1) * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      int sum = 0, count = 1;
      for (long i = -r; i <= r; i++)
        if (x + i >= 0 && x + i < w) {
          sum += in[y][x + i];
          count++;
        }
      t[y][x] = sum / count;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      int sum = 0;
      for (long i = -q; i <= q; i++)
        if (y + i >= 0 && y + i < h)
          sum += t[y + i][x];
      out[y][x] = sum / (2 * MAX(q, 0) + 1);
    }
  free(t);
}

/// The largest and the smallest, and a sum that begins with something else.
apart void ranges(long h, long w, long r, const int (*restrict in)[w],
                  int (*restrict out)[w]) {
  int (*most)[w] = malloc((h + 1) * sizeof *most);
  int (*least)[w] = malloc((h + 1) * sizeof *least);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      int m = in[y][x], l = m;
      for (long i = -r; i <= r; i++)
        if (x + i >= 0 && x + i < w) {
          m = MAX(m, in[y][x + i]);
          l = MIN(l, in[y][x + i]);
        }
      most[y][x] = m;
      least[y][x] = l;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      int sum = x - y;
      for (long i = -r; i <= r; i++)
        if (y + i >= 0 && y + i < h)
          sum += most[y + i][x] - least[y + i][x];
      out[y][x] = sum;
    }
  free(most);
  free(least);
}

/// Inside, with sums in the array itself, of doubles.
apart void inside(long h, long w, long r, const double (*restrict in)[w],
                  double (*restrict out)[w]) {
  double (*t)[w] = malloc((h + 1) * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = r; x < w - r; x++) {
      t[y][x] = 0;
      for (long i = -r; i <= r; i++)
        t[y][x] += in[y][x + i] / (i + r + 1);
    }
  for (long y = r; y < h - r; y++)
    for (long x = r; x < w - r; x++) {
      double product = 1;
      for (long i = -r; i <= r; i++)
        product = product * 0.5 + t[y + i][x];
      out[y][x] = product;
    }
  free(t);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), r = size(argv, 3), n = h * w;
  int *in = malloc((n + 1) * sizeof *in), *out = calloc(n + 1, sizeof *out);
  float *from = malloc((n + 1) * sizeof *from), *to = calloc(n + 1, sizeof *to);
  double *of = malloc((n + 1) * sizeof *of), *sums = calloc(n + 1, sizeof *sums);
  unsigned char *bytes = malloc(n + 1), *others = calloc(n + 1, 1);
  float weights[200];
  for (long i = 0; i < 200; i++)
    weights[i] = i * 7 % 31 * 0.125f - 1;
  for (long i = 0; i < n; i++) {
    in[i] = i * 31 % 1009 - 400;
    from[i] = i * 37 % 101 * 0.25f - 9;
    of[i] = i * 41 % 103 - 50.5;
    bytes[i] = i * i / 5;
  }
  unsigned long digest = 0;
  ranges(h, w, r, (const int (*)[w])in, (int (*)[w])out);
  counted(h, w, r, r / 2, (const unsigned char (*)[w])bytes,
          (unsigned char (*)[w])others);
  for (long i = 0; i < n; i++)
    digest = digest * 31 + out[i] + others[i] * 7;
  printf("%lu\n", digest);
  skipped(h, w, r, weights, from, to);
  for (long i = 0; i < n; i++)
    show(to[i]);
  clamped(h, w, r, from, to);
  for (long i = 0; i < n; i++)
    show(to[i]);
  if (r >= 0)
    inside(h, w, r, (const double (*)[w])of, (double (*)[w])sums);
  for (long i = 0; i < n; i++)
    show(sums[i]);
  free(in);
  free(out);
  free(from);
  free(to);
  free(of);
  free(sums);
  free(bytes);
  free(others);
}
