// Filters of integers whose radii are parameters, of images without rows: LLVM
// may reorder their sums, and columns are summed up for several neighbours at a
// time.
// contracted: 6
// sizes: 0,0,7 1,1,7 2,3,8 3,2,7 7,5,7 7,30,8 9,9,11 12,11,7 31,17,9 40,64,10 29,30,14 23,64,27 41,70,16 50,47,17 90,60,40
// RUN: %differential %s
#include "Inputs/program.h"

/// The first address of the last loops is r * (w + 1) for LLVM.
__attribute__((noinline)) static void blur(int h, int w, int r, const int *in,
                                           int *out) {
  int *t = malloc(sizeof *t * h * (long)w);
  for (int y = 0; y < h; y++)
    for (int x = r; x < w - r; x++) {
      int sum = 0;
      for (int k = -r; k <= r; k++)
        sum += in[y * (long)w + x + k];
      t[y * (long)w + x] = sum;
    }
  for (int y = r; y < h - r; y++)
    for (int x = r; x < w - r; x++) {
      int sum = t[y * (long)w + x] * 3;
      for (int k = -r; k <= r; k++)
        sum += t[(y + k) * (long)w + x];
      out[y * (long)w + x] = sum;
    }
  free(t);
}

/// Bytes, of which sums are divided by their number.
__attribute__((noinline)) static void
bytes(int h, int w, int r, const unsigned char *in, unsigned char *out) {
  unsigned char *t = malloc((size_t)h * w);
  for (int y = 0; y < h; y++)
    for (int x = r; x < w - r; x++) {
      int sum = 0;
      for (int k = -r; k <= r; k++)
        sum += in[y * w + x + k];
      t[y * w + x] = sum / (2 * r + 1);
    }
  for (int y = r; y < h - r; y++)
    for (int x = r; x < w - r; x++) {
      int sum = 0;
      for (int k = -r; k <= r; k++)
        sum += t[(y + k) * w + x];
      out[y * w + x] = sum / (2 * r + 1);
    }
  free(t);
}

/// Maxima, and weights for columns.
__attribute__((noinline)) static void dilate(long h, long w, long r,
                                             const short *in, int *out) {
  short *t = malloc(h * w * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = r; x < w - r; x++) {
      short most = -32768;
      for (long k = -r; k <= r; k++)
        most = in[y * w + x + k] > most ? in[y * w + x + k] : most;
      t[y * w + x] = most;
    }
  for (long y = r; y < h - r; y++)
    for (long x = r; x < w - r; x++) {
      int most = -32768;
      for (long k = -r; k <= r; k++)
        most = t[(y + k) * w + x] > most ? t[(y + k) * w + x] : most;
      out[y * w + x] = most;
    }
  free(t);
}

__attribute__((noinline)) static void weighted(long h, long w, long r,
                                               const unsigned *weights,
                                               const unsigned *in,
                                               unsigned *out) {
  unsigned (*t)[w] = malloc(h * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      t[y][x] = in[y * w + x] * 3 + 1;
  for (long y = r; y < h - r; y++)
    for (long x = 0; x < w; x++) {
      unsigned sum = 7;
      for (long k = 0; k <= 2 * r; k++)
        sum += weights[k] * t[y + k - r][x];
      out[y * w + x] = sum;
    }
  free(t);
}

/// Elements of eight bytes: their maximum is not taken side by side.
__attribute__((noinline)) static void far(long h, long w, long r,
                                          const long *in, long *out) {
  long *t = malloc(h * w * sizeof *t);
  long *u = malloc(h * w * sizeof *u);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      t[y * w + x] = in[y * w + x] ^ x;
  for (long y = r; y < h - r; y++)
    for (long x = r; x < w - r; x++) {
      long most = -1, sum = 0;
      for (long k = -r; k <= r; k++)
        most = t[(y + k) * w + x] > most ? t[(y + k) * w + x] : most;
      for (long k = -r; k <= r; k++)
        sum += t[(y + k) * w + x];
      u[y * w + x] = most * 5 + sum;
    }
  for (long y = r; y < h - r; y++)
    for (long x = r; x < w - r; x++)
      out[y * w + x] = u[y * w + x] + 1;
  free(t);
  free(u);
}

/// 31 * digest + element, for all.
#define DIGEST(h, w, image)                                                    \
  do {                                                                         \
    unsigned long digest = 0;                                                  \
    for (long i = 0; i < (h) * (w); i++)                                       \
      digest = digest * 31 + (image)[i];                                       \
    printf("%lu\n", digest);                                                   \
  } while (0)

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), r = (size(argv, 3) - 6) / 2;
  long n = h * w + 1;
  int *in = malloc(n * sizeof *in), *out = calloc(n, sizeof *out);
  unsigned *positive = malloc(n * sizeof *positive);
  unsigned *weights = malloc((2 * r + 1) * sizeof *weights);
  unsigned char *small = malloc(n), *smaller = calloc(n, 1);
  short *shorts = malloc(n * sizeof *shorts);
  long *wide = malloc(n * sizeof *wide), *widest = calloc(n, sizeof *widest);
  for (long i = 0; i < n; i++) {
    in[i] = i * 7919 % 1009 - 500;
    positive[i] = i * 104729u;
    small[i] = i * i / 3;
    shorts[i] = in[i] * 60;
    wide[i] = in[i] * 1000000007l;
  }
  for (long k = 0; k <= 2 * r; k++)
    weights[k] = k * 17 + 3;
  blur(h, w, r, in, out);
  DIGEST(h, w, out);
  bytes(h, w, r, small, smaller);
  DIGEST(h, w, smaller);
  dilate(h, w, r, shorts, out);
  DIGEST(h, w, out);
  weighted(h, w, r, weights, positive, (unsigned *)out);
  DIGEST(h, w, out);
  far(h, w, r, wide, widest);
  DIGEST(h, w, widest);
  free(in);
  free(out);
  free(positive);
  free(weights);
  free(small);
  free(smaller);
  free(shorts);
  free(wide);
  free(widest);
}
