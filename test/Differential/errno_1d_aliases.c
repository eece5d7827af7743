// A pixel of one byte may be a part of errno, as far as types say; one that is
// followed by four others is not. What may be an int is errno in one call, and
// then its value decides what is computed.
// contracted: 2
// sizes: 0,0 1,0 3,2 7,7 64,9 4097,4098 20001,20000 20001,7 30000,30001
// fast: 20000
// RUN: %differential %s
#include "Inputs/program.h"
#include <errno.h>
#include <math.h>

static __attribute__((noinline)) void
roots(int h, int w, const unsigned char *restrict in, float *restrict out) {
  float *a = malloc(sizeof(float) * h * w), *b = malloc(sizeof(float) * h * w);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y * w + x] = sqrtf(in[y * w + x] - 10.0f);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      b[y * w + x] = sqrtf(a[y * w + x] + 1);
  for (int y = 1; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = b[y * w + x] + b[(y - 1) * w + x];
  free(a);
  free(b);
}

static __attribute__((noinline)) void errors(int n, const float *in, int *seen,
                                             float *out) {
  float *a = malloc(sizeof(float) * n), *b = malloc(sizeof(float) * n);
  for (int i = 0; i < n; i++)
    a[i] = sqrtf(in[i]);
  for (int i = 0; i < n; i++)
    b[i] = a[i] + *seen;
  for (int i = 1; i < n; i++)
    out[i] = b[i] * b[i - 1];
  free(a);
  free(b);
}

static void show_all(int n, const float *out) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    if (out[i] == out[i])
      sum = sum * 0.75 + out[i];
  show(sum);
}

int main(int argc, char **argv) {
  int n = size(argv, 1), odd = size(argv, 2), h = n / 10, w = 10;
  unsigned char *pixels = malloc(n + 1);
  float *in = malloc(sizeof(float) * (n + 1));
  float *out = calloc(n + 1, sizeof(float));
  for (int i = 0; i < n; i++) {
    pixels[i] = i == odd ? 3 : i % 200 + 10;
    in[i] = i == odd ? -1 : i % 7;
  }
  errno = 0;
  roots(h, w, pixels, out);
  show(errno);
  show_all(h * w, out);
  errno = 0;
  errors(n, in, &errno, out);
  show(errno);
  show_all(n, out);
}
