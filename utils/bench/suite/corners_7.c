// Corners in the manner of Harris: two derivatives, sums of their three
// products over windows, the determinant of these, and a measure.
// category: pipelines
// benchmark: in 128 128 1000; out 4000 4000 1
// by hand: by_hand/corners_7.c
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*dx)[w] = malloc(h * sizeof *dx);
  float (*dy)[w] = malloc(h * sizeof *dy);
  float (*xx)[w] = malloc(h * sizeof *xx);
  float (*yy)[w] = malloc(h * sizeof *yy);
  float (*xy)[w] = malloc(h * sizeof *xy);
  float (*det)[w] = malloc(h * sizeof *det);
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      dx[y][x] = (in[y - 1][x + 1] - in[y - 1][x - 1]) +
                 2 * (in[y][x + 1] - in[y][x - 1]) +
                 (in[y + 1][x + 1] - in[y + 1][x - 1]);
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      dy[y][x] = (in[y + 1][x - 1] - in[y - 1][x - 1]) +
                 2 * (in[y + 1][x] - in[y - 1][x]) +
                 (in[y + 1][x + 1] - in[y - 1][x + 1]);
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      xx[y][x] = dx[y - 1][x] * dx[y - 1][x] + dx[y][x - 1] * dx[y][x - 1] +
                 dx[y][x] * dx[y][x] + dx[y][x + 1] * dx[y][x + 1] +
                 dx[y + 1][x] * dx[y + 1][x];
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      yy[y][x] = dy[y - 1][x] * dy[y - 1][x] + dy[y][x - 1] * dy[y][x - 1] +
                 dy[y][x] * dy[y][x] + dy[y][x + 1] * dy[y][x + 1] +
                 dy[y + 1][x] * dy[y + 1][x];
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      xy[y][x] = dx[y - 1][x] * dy[y - 1][x] + dx[y][x - 1] * dy[y][x - 1] +
                 dx[y][x] * dy[y][x] + dx[y][x + 1] * dy[y][x + 1] +
                 dx[y + 1][x] * dy[y + 1][x];
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      det[y][x] = xx[y][x] * yy[y][x] - xy[y][x] * xy[y][x];
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      out[y][x] =
          det[y][x] - 0.04f * (xx[y][x] + yy[y][x]) * (xx[y][x] + yy[y][x]);
  free(dx);
  free(dy);
  free(xx);
  free(yy);
  free(xy);
  free(det);
}
