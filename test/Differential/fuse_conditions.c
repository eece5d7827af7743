// Stages with conditions on data, row by row together: what a branch stores may
// or may not be stored, and is kept in order all the same.
// contracted: 5
// sizes: 0,0 1,1 2,2 2,5 3,3 5,2 7,7 13,11 31,17
// RUN: %differential %s
#include "Inputs/program.h"

/// The value comes from one branch or the other.
__attribute__((noinline)) static void chosen(long h, long w,
                                             const float (*restrict in)[w],
                                             float (*restrict out)[w]) {
  float (*blurred)[w] = malloc(h * sizeof *blurred);
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      blurred[i][j] = (in[i - 1][j] + in[i][j] + in[i + 1][j]) / 3;
  for (long i = 2; i < h - 2; i++)
    for (long j = 0; j < w; j++) {
      float d = in[i][j] - blurred[i][j];
      out[i][j] = d * d < 4 ? in[i - 2][j] * 2 : blurred[i + 1][j] + 1;
    }
  free(blurred);
}

/// Each branch stores somewhere else.
__attribute__((noinline)) static void sorted(long h, long w,
                                             const float (*restrict in)[w],
                                             float (*restrict low)[w],
                                             double (*restrict high)[w]) {
  float (*sum)[w] = malloc((h + 1) * sizeof *sum);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      sum[i][j] = in[i][j] * 2 + j;
  for (long i = 0; i < h - 1; i++)
    for (long j = 0; j < w; j++) {
      float d = sum[i][j] - sum[i + 1][j];
      if (d < 0)
        low[i][j] = d;
      else
        high[i + 1][j] = d + 1;
    }
  free(sum);
}

/// One branch stores nothing: what the first stage stored stays.
__attribute__((noinline)) static void marked(long h, long w,
                                             const float (*restrict in)[w],
                                             float (*restrict out)[w]) {
  float (*edge)[w] = malloc((h + 1) * sizeof *edge);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++) {
      edge[i][j] = in[i][j] * in[i][j] - 20;
      out[i][j] = i - j;
    }
  for (long i = 0; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      if (edge[i][j] < edge[i + 1][j])
        out[i + 1][j] = edge[i][j];
  free(edge);
}

/// The image is updated where it is; the rows around a row are read before.
__attribute__((noinline)) static void updated(long h, long w,
                                              float (*image)[w]) {
  float (*mean)[w] = malloc((h + 1) * sizeof *mean);
  for (long i = 2; i < h - 2; i++)
    for (long j = 0; j < w; j++)
      mean[i][j] = (image[i - 2][j] + image[i][j] + image[i + 2][j]) / 3;
  for (long i = 2; i < h - 2; i++)
    for (long j = 0; j < w; j++)
      if (mean[i][j] < image[i][j])
        image[i][j] = mean[i][j];
  free(mean);
}

/// Two stages store to the same elements, the second one now and then.
__attribute__((noinline)) static void overwritten(long h, long w,
                                                  const float (*restrict in)[w],
                                                  float (*restrict out)[w]) {
  float (*half)[w] = malloc((h + 3) * sizeof *half);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      half[i][j] = in[i][j] / 2;
  for (long i = 2; i < h; i++)
    for (long j = 0; j < w; j++)
      if (half[i][j] > 2)
        out[i][j] = half[i - 2][j];
  for (long i = 0; i < h - 2; i++)
    for (long j = 0; j < w; j++)
      if (half[i][j] > 1)
        out[i + 2][j] = out[i + 2][j] / 2 + half[i + 1][j];
  free(half);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  float (*in)[w] = malloc((h * w + 1) * sizeof(float));
  float (*out)[w] = calloc(h * w + 1, sizeof(float));
  double (*more)[w] = calloc(h * w + 1, sizeof(double));
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      in[i][j] = (i * i * 7 + j * 3) % 13;
  chosen(h, w, in, out);
  show_image(h, w, out);
  sorted(h, w, in, out, more);
  show_image(h, w, out);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      out[i][j] = more[i][j];
  show_image(h, w, out);
  marked(h, w, in, out);
  show_image(h, w, out);
  updated(h, w, in);
  show_image(h, w, in);
  overwritten(h, w, in, out);
  show_image(h, w, out);
  free(in);
  free(out);
  free(more);
}
