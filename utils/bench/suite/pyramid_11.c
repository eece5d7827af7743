// A pyramid: an image at a half and at a quarter of its size, what each level
// lacks of the one below it, and the image put together again from these with
// other weights.
// category: sampling
// benchmark: in 128 128 1600; out 4000 4000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1
// slow: to compile

#include "image.h"

/// Every second pixel in both directions, as a mean.
static void smaller(long h, long w, long wide, long narrow,
                    const float (*restrict in)[wide],
                    float (*restrict out)[narrow]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = 0.25f * (in[2 * y][2 * x] + in[2 * y][2 * x + 1] +
                           in[2 * y + 1][2 * x] + in[2 * y + 1][2 * x + 1]);
}

/// Each pixel four times.
static void larger(long h, long w, long narrow, long wide,
                   const float (*restrict in)[narrow],
                   float (*restrict out)[wide]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      out[2 * y][2 * x] = in[y][x];
      out[2 * y][2 * x + 1] = in[y][x];
      out[2 * y + 1][2 * x] = in[y][x];
      out[2 * y + 1][2 * x + 1] = in[y][x];
    }
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  long h2 = h / 4, w2 = w / 4, h1 = 2 * h2, w1 = 2 * w2, h0 = 4 * h2,
       w0 = 4 * w2;
  if (h2 < 1 || w2 < 1)
    return;
  float (*half)[w1] = malloc(h1 * sizeof *half);
  float (*quarter)[w2] = malloc(h2 * sizeof *quarter);
  float (*up1)[w0] = malloc(h0 * sizeof *up1);
  float (*up2)[w1] = malloc(h1 * sizeof *up2);
  float (*detail0)[w0] = malloc(h0 * sizeof *detail0);
  float (*detail1)[w1] = malloc(h1 * sizeof *detail1);
  float (*bright)[w2] = malloc(h2 * sizeof *bright);
  float (*back2)[w1] = malloc(h1 * sizeof *back2);
  float (*sum1)[w1] = malloc(h1 * sizeof *sum1);
  float (*back1)[w0] = malloc(h0 * sizeof *back1);
  smaller(h1, w1, w, w1, in, half);
  smaller(h2, w2, w1, w2, (const float (*)[w1])half, quarter);
  larger(h1, w1, w1, w0, (const float (*)[w1])half, up1);
  larger(h2, w2, w2, w1, (const float (*)[w2])quarter, up2);
  for (long y = 0; y < h0; y++)
    for (long x = 0; x < w0; x++)
      detail0[y][x] = in[y][x] - up1[y][x];
  for (long y = 0; y < h1; y++)
    for (long x = 0; x < w1; x++)
      detail1[y][x] = half[y][x] - up2[y][x];
  for (long y = 0; y < h2; y++)
    for (long x = 0; x < w2; x++)
      bright[y][x] = quarter[y][x] * (1.5f - 0.5f * quarter[y][x]);
  larger(h2, w2, w2, w1, (const float (*)[w2])bright, back2);
  for (long y = 0; y < h1; y++)
    for (long x = 0; x < w1; x++)
      sum1[y][x] = back2[y][x] + 1.25f * detail1[y][x];
  larger(h1, w1, w1, w0, (const float (*)[w1])sum1, back1);
  for (long y = 0; y < h0; y++)
    for (long x = 0; x < w0; x++)
      out[y][x] = back1[y][x] + 1.5f * detail0[y][x];
  free(half);
  free(quarter);
  free(up1);
  free(up2);
  free(detail0);
  free(detail1);
  free(bright);
  free(back2);
  free(sum1);
  free(back1);
}
