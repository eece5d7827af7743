// Corner detection in the manner of Harris: two derivatives, their products,
// sums over windows, and a measure of them; nine stages.

enum { SIZE = 3000 };
#include "pipeline.h"

static void filter(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*dx)[w] = malloc(h * sizeof *dx), (*dy)[w] = malloc(h * sizeof *dy);
  float (*xx)[w] = malloc(h * sizeof *xx), (*yy)[w] = malloc(h * sizeof *yy);
  float (*xy)[w] = malloc(h * sizeof *xy);
  float (*sxx)[w] = malloc(h * sizeof *sxx);
  float (*syy)[w] = malloc(h * sizeof *syy);
  float (*sxy)[w] = malloc(h * sizeof *sxy);
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      dx[i][j] = (in[i - 1][j + 1] - in[i - 1][j - 1]) +
                 2 * (in[i][j + 1] - in[i][j - 1]) +
                 (in[i + 1][j + 1] - in[i + 1][j - 1]);
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      dy[i][j] = (in[i + 1][j - 1] - in[i - 1][j - 1]) +
                 2 * (in[i + 1][j] - in[i - 1][j]) +
                 (in[i + 1][j + 1] - in[i - 1][j + 1]);
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      xx[i][j] = dx[i][j] * dx[i][j];
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      yy[i][j] = dy[i][j] * dy[i][j];
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      xy[i][j] = dx[i][j] * dy[i][j];
  for (long i = 2; i < h - 2; i++)
    for (long j = 2; j < w - 2; j++)
      sxx[i][j] = xx[i - 1][j - 1] + xx[i - 1][j] + xx[i - 1][j + 1] +
                  xx[i][j - 1] + xx[i][j] + xx[i][j + 1] + xx[i + 1][j - 1] +
                  xx[i + 1][j] + xx[i + 1][j + 1];
  for (long i = 2; i < h - 2; i++)
    for (long j = 2; j < w - 2; j++)
      syy[i][j] = yy[i - 1][j - 1] + yy[i - 1][j] + yy[i - 1][j + 1] +
                  yy[i][j - 1] + yy[i][j] + yy[i][j + 1] + yy[i + 1][j - 1] +
                  yy[i + 1][j] + yy[i + 1][j + 1];
  for (long i = 2; i < h - 2; i++)
    for (long j = 2; j < w - 2; j++)
      sxy[i][j] = xy[i - 1][j - 1] + xy[i - 1][j] + xy[i - 1][j + 1] +
                  xy[i][j - 1] + xy[i][j] + xy[i][j + 1] + xy[i + 1][j - 1] +
                  xy[i + 1][j] + xy[i + 1][j + 1];
  for (long i = 2; i < h - 2; i++)
    for (long j = 2; j < w - 2; j++) {
      float trace = sxx[i][j] + syy[i][j];
      out[i][j] =
          sxx[i][j] * syy[i][j] - sxy[i][j] * sxy[i][j] - 0.04f * trace * trace;
    }
  free(dx);
  free(dy);
  free(xx);
  free(yy);
  free(xy);
  free(sxx);
  free(syy);
  free(sxy);
}
