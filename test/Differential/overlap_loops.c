// Pipelines in loops, and pipelines of which only one can be cut.
// contracted: 2
// options: schedule=overlap
// sizes: 0,0,0 1,1,1 1,2,3 1,3,2 1,4,4 2,7,5 2,31,17 1,20,67
// fast: 2
// RUN: %differential %s
#include "Inputs/program.h"

/// One picture after another.
__attribute__((noinline)) static void film(long n, long h, long w,
                                           const float (*restrict in)[h][w],
                                           float (*restrict out)[h][w]) {
  float (*tmp)[w] = malloc((h * w + 1) * sizeof(float));
  for (long t = 0; t < n; t++) {
    for (long i = 0; i < h; i++)
      for (long j = 1; j < w - 1; j++)
        tmp[i][j] = (in[t][i][j - 1] + in[t][i][j] + in[t][i][j + 1]) / 3;
    for (long i = 1; i < h - 1; i++)
      for (long j = 1; j < w - 1; j++)
        out[t][i][j] = (tmp[i - 1][j] + tmp[i][j] + tmp[i + 1][j]) / 3;
  }
  free(tmp);
}

/// Each picture is mixed with the one before, which is no longer there where a
/// tile would compute it again.
__attribute__((noinline)) static void fading(long n, long h, long w,
                                             const float (*restrict in)[h][w],
                                             float (*restrict out)[h][w]) {
  float (*tmp)[w] = calloc(h * w + 1, sizeof(float));
  for (long t = 0; t < n; t++) {
    for (long i = 0; i < h; i++)
      for (long j = 0; j < w; j++)
        tmp[i][j] = (tmp[i][j] + in[t][i][j]) / 2;
    for (long i = 1; i < h - 1; i++)
      for (long j = 1; j < w - 1; j++)
        out[t][i][j] = (tmp[i - 1][j] + tmp[i][j] + tmp[i + 1][j]) / 3;
  }
  free(tmp);
}

/// Two pipelines, the second one in place.
__attribute__((noinline)) static void
one_of_two(long h, long w, float (*restrict in)[w], float (*restrict out)[w]) {
  float (*a)[w] = malloc((h * w + 1) * sizeof(float));
  float (*b)[w] = malloc((h * w + 1) * sizeof(float));
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++)
      a[i][j] = in[i][j - 1] + in[i][j + 1];
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      out[i][j] = a[i - 1][j] + a[i + 1][j];
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++)
      b[i][j] = in[i][j - 1] * in[i][j + 1];
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      in[i][j] = b[i - 1][j] - b[i + 1][j];
  free(a);
  free(b);
}

int main(int argc, char **argv) {
  long n = size(argv, 1), h = size(argv, 2), w = size(argv, 3);
  long all = n * h * w;
  float *in = malloc((all + 1) * sizeof(float));
  float *out = calloc(all + 1, sizeof(float));
  for (long i = 0; i < all; i++)
    in[i] = (i * 7 + i / 5) % 13;
  double sum = 0;
  for (int which = 0; which < 3; which++) {
    if (which == 0)
      film(n, h, w, (void *)in, (void *)out);
    else if (which == 1)
      fading(n, h, w, (void *)in, (void *)out);
    else if (n > 0)
      one_of_two(h, w, (void *)in, (void *)out);
    for (long i = 0; i < all; i++)
      sum = sum * 0.99 + out[i] + in[i] / 2;
  }
  show(sum);
  free(in);
  free(out);
}
