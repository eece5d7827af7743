// Filters after each other, row by row together: three rows of what is between
// them are kept.
// contracted: 4
// sizes: 0,0 1,1 2,3 3,2 4,4 7,5 31,17 40,64
// RUN: %differential %s
#include "Inputs/program.h"

/// Two stages, the second one with a border of its own.
__attribute__((noinline)) static void
blur(long h, long w, const float (*restrict in)[w], float (*restrict out)[w]) {
  float (*tmp)[w] = malloc(h * sizeof *tmp);
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++)
      tmp[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1]) / 3;
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      out[i][j] = (tmp[i - 1][j] + tmp[i][j] + tmp[i + 1][j]) / 3;
  free(tmp);
}

/// Two consumers of one stage, and one of both.
__attribute__((noinline)) static void diamond(long h, long w,
                                              const float (*restrict in)[w],
                                              float (*restrict out)[w]) {
  float (*a)[w] = malloc((h + 1) * sizeof *a);
  float (*b)[w] = malloc((h + 1) * sizeof *b);
  float (*c)[w] = malloc((h + 1) * sizeof *c);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      a[i][j] = in[i][j] * in[i][j];
  for (long i = 0; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      b[i][j] = a[i][j] + a[i + 1][j];
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      c[i][j] = a[i][j] - a[i - 1][j];
  for (long i = 2; i < h - 2; i++)
    for (long j = 0; j < w; j++)
      out[i][j] += b[i - 2][j] * c[i + 2][j];
  free(a);
  free(b);
  free(c);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  float (*in)[w] = malloc((h * w + 1) * sizeof(float));
  float (*out)[w] = calloc(h * w + 1, sizeof(float));
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      in[i][j] = (i * 7 + j * 3) % 13;
  blur(h, w, in, out);
  diamond(h, w, in, out);
  double sum = 0;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      sum = sum * 0.99 + out[i][j];
  show(sum);
  free(in);
  free(out);
}
