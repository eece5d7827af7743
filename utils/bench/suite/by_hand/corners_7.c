// The pipeline of ../corners_7.c as an expert writes it: strips of columns that
// stay in the cache, three rows of each derivative in turns, and the last five
// stages in one loop over a row.
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1 9,1300,1

#include "../image.h"

enum { STRIP = 512 };

/// Both derivatives in the columns [from, to) of row y.
static void derive(long w, const float (*restrict in)[w], long y, long from,
                   long to, float *restrict dx, float *restrict dy) {
  const float *above = in[y - 1], *here = in[y], *below = in[y + 1];
  for (long x = from; x < to; x++) {
    float right = below[x + 1], left = below[x - 1];
    dx[x - from] = (above[x + 1] - above[x - 1]) +
                   2 * (here[x + 1] - here[x - 1]) + (right - left);
    dy[x - from] = (left - above[x - 1]) + 2 * (below[x] - above[x]) +
                   (right - above[x + 1]);
  }
}

/// The measure in `count` columns, of derivatives in three rows. These begin
/// one column before.
static void measure(long count, const float *restrict dx[3],
                    const float *restrict dy[3], float *restrict out) {
  const float *ax = dx[0] + 1, *bx = dx[1] + 1, *cx = dx[2] + 1;
  const float *ay = dy[0] + 1, *by = dy[1] + 1, *cy = dy[2] + 1;
  for (long x = 0; x < count; x++) {
    float xx = ax[x] * ax[x] + bx[x - 1] * bx[x - 1] + bx[x] * bx[x] +
               bx[x + 1] * bx[x + 1] + cx[x] * cx[x];
    float yy = ay[x] * ay[x] + by[x - 1] * by[x - 1] + by[x] * by[x] +
               by[x + 1] * by[x + 1] + cy[x] * cy[x];
    float xy = ax[x] * ay[x] + bx[x - 1] * by[x - 1] + bx[x] * by[x] +
               bx[x + 1] * by[x + 1] + cx[x] * cy[x];
    float det = xx * yy - xy * xy;
    out[x] = det - 0.04f * (xx + yy) * (xx + yy);
  }
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float dx[3][STRIP + 2], dy[3][STRIP + 2];
  if (h < 5 || w < 5)
    return;
  for (long left = 2; left < w - 2; left += STRIP) {
    long right = left + STRIP < w - 2 ? left + STRIP : w - 2;
    derive(w, in, 1, left - 1, right + 1, dx[1], dy[1]);
    derive(w, in, 2, left - 1, right + 1, dx[2], dy[2]);
    for (long y = 2; y < h - 2; y++) {
      long a = (y - 1) % 3, b = y % 3, c = (y + 1) % 3;
      derive(w, in, y + 1, left - 1, right + 1, dx[c], dy[c]);
      const float *rows_x[3] = {dx[a], dx[b], dx[c]};
      const float *rows_y[3] = {dy[a], dy[b], dy[c]};
      measure(right - left, rows_x, rows_y, &out[y][left]);
    }
  }
}
