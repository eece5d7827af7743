// Values from one array or another, as the data asks: LLVM makes one load of a
// chosen address of the two.
// contracted: 8
// sizes: 0,0 1,1 2,2 2,5 3,3 5,2 7,7 13,11 31,17
// RUN: %differential %s
#include "Inputs/program.h"

/// A buffer or what the caller has.
__attribute__((noinline)) static void retouch(long h, long w,
                                              const float (*restrict in)[w],
                                              float (*restrict out)[w]) {
  float (*detail)[w] = malloc(h * sizeof *detail);
  float (*sharp)[w] = malloc(h * sizeof *sharp);
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      detail[i][j] = in[i][j] - (in[i - 1][j] + in[i + 1][j]) / 2;
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      sharp[i][j] = in[i][j] + 3 * detail[i][j];
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      out[i][j] = detail[i][j] * detail[i][j] < 9 ? in[i][j] : sharp[i][j];
  free(detail);
  free(sharp);
}

/// One buffer or another; what is done with the value is the same.
__attribute__((noinline)) static void
limit(long h, long w, const float (*restrict in)[w], float (*restrict out)[w]) {
  float (*up)[w] = malloc(h * sizeof *up);
  float (*down)[w] = malloc(h * sizeof *down);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      up[i][j] = in[i][j] * 2 + j;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      down[i][j] = in[i][j] / 2 - i;
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++) {
      if (in[i][j] > in[i - 1][j])
        out[i][j] = up[i - 1][j] * 7 + 1;
      else
        out[i][j] = down[i][j] * 7 + 1;
    }
  free(up);
  free(down);
}

/// The same buffer at two places, and what the data asks is asked twice.
__attribute__((noinline)) static void follow(long h, long w,
                                             const float (*restrict in)[w],
                                             float (*restrict out)[w]) {
  float (*slope)[w] = malloc((h + 1) * sizeof *slope);
  float (*mean)[w] = malloc((h + 1) * sizeof *mean);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++) {
      slope[i][j] = in[i][j] - j;
      mean[i][j] = in[i][j] / 4;
    }
  for (long i = 2; i < h; i++)
    for (long j = 0; j < w; j++) {
      float v = slope[i - 1][j] > 0 ? slope[i - 2][j] : mean[i][j];
      out[i][j] = v > 1 ? slope[i][j] : in[i - 2][j];
    }
  free(slope);
  free(mean);
}

/// Stores to one of two buffers, each of which keeps zeros.
__attribute__((noinline)) static void
sort(long h, long w, const float (*restrict in)[w], float (*restrict out)[w]) {
  float (*low)[w] = calloc(h + 1, sizeof *low);
  float (*high)[w] = calloc(h + 1, sizeof *high);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      (in[i][j] < 6 ? low : high)[i][j] = in[i][j] + 1;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      out[i][j] = low[i][j] * 3 - high[i][j];
  free(low);
  free(high);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  float (*in)[w] = malloc((h * w + 1) * sizeof(float));
  float (*out)[w] = calloc(h * w + 1, sizeof(float));
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      in[i][j] = (i * i * 7 + j * 3) % 13;
  retouch(h, w, in, out);
  show_image(h, w, out);
  limit(h, w, in, out);
  show_image(h, w, out);
  follow(h, w, in, out);
  show_image(h, w, out);
  sort(h, w, in, out);
  show_image(h, w, out);
  free(in);
  free(out);
}
