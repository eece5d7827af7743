// Frames of a film, of which the pixels are counted in one loop: rows of the
// arrays have w * h elements. Where rows of w elements are accessed, too, there
// are planes.
// contracted: 4
// sizes: 0,1,1 1,1,1 2,3,5 7,5,3 11,16,13 5,1,64
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void changes(const double *restrict in,
                                              double *restrict out, long frames,
                                              long w, long h) {
  long pixels = w * h;
  double *twice = malloc(frames * pixels * sizeof(double));
  for (long t = 0; t < frames; t++)
    for (long p = 0; p < pixels; p++)
      twice[t * pixels + p] = in[t * pixels + p] * 2;
  for (long t = 1; t < frames; t++)
    for (long p = 0; p < pixels; p++)
      out[t * pixels + p] = twice[t * pixels + p] - twice[(t - 1) * pixels + p];
  free(twice);
}

/// Numbers of 32 bits.
__attribute__((noinline)) static void narrow(const double *restrict in,
                                             double *restrict out, int frames,
                                             int w, int h) {
  int pixels = w * h;
  double *sum = malloc((size_t)frames * pixels * sizeof(double));
  for (int p = 0; p < pixels; p++)
    sum[p] = in[p];
  for (int t = 1; t < frames; t++)
    for (int p = 0; p < pixels; p++)
      sum[t * pixels + p] =
          sum[(t - 1) * pixels + p] * 0.5 + in[t * pixels + p];
  for (int p = 0; p < pixels; p++)
    out[p] += sum[(frames - 1) * pixels + p];
  free(sum);
}

/// Squares: one factor, twice.
__attribute__((noinline)) static double squares(const double *restrict in,
                                                long n) {
  long pixels = n * n;
  double *planes = malloc(3 * pixels * sizeof(double));
  for (long c = 0; c < 3; c++)
    for (long p = 0; p < pixels; p++)
      planes[c * pixels + p] = in[p] + c;
  double sum = 0;
  for (long p = 0; p < pixels; p++)
    sum += planes[p] * 0.25 + planes[pixels + p] * 0.5 +
           planes[2 * pixels + p] * 0.125;
  free(planes);
  return sum;
}

/// The same pixels by rows.
__attribute__((noinline)) static void by_rows(const double *restrict in,
                                              double *restrict out, long frames,
                                              long w, long h) {
  long pixels = w * h;
  double *twice = malloc(frames * pixels * sizeof(double));
  double *half = malloc(frames * pixels * sizeof(double));
  for (long t = 0; t < frames; t++)
    for (long p = 0; p < pixels; p++)
      twice[t * pixels + p] = in[t * pixels + p] * 2;
  for (long t = 0; t < frames; t++)
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        half[t * pixels + y * w + x] = twice[t * pixels + y * w + x] * 0.25;
  for (long t = 1; t < frames; t++)
    for (long p = 0; p < pixels; p++)
      out[t * pixels + p] += half[t * pixels + p] - half[(t - 1) * pixels + p];
  free(twice);
  free(half);
}

int main(int argc, char **argv) {
  long frames = size(argv, 1), w = size(argv, 2), h = size(argv, 3);
  long all = frames * w * h;
  double *in = malloc((all + w * w + 1) * sizeof(double));
  double *out = calloc(all + 1, sizeof(double));
  for (long i = 0; i < all + w * w; i++)
    in[i] = i % 17;
  changes(in, out, frames, w, h);
  if (frames > 0)
    narrow(in, out, frames, w, h);
  by_rows(in, out, frames, w, h);
  for (long i = 0; i < all; i++)
    show(out[i]);
  show(squares(in, w));
  free(in);
  free(out);
}
