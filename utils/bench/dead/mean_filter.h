// A mean filter that treats corners and borders apart, of which one tile is
// wanted.

#ifndef MEAN_FILTER_H
#define MEAN_FILTER_H

#include <smolly.h>

SMOLLY_OUTPUT(out[64..127][64..127])
__attribute__((noinline)) static void
mean(long h, long w, const float (*restrict in)[w], float (*restrict out)[w]) {
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++) {
      if (i == 0 && j == 0)
        out[i][j] =
            (in[i][j] + in[i][j + 1] + in[i + 1][j] + in[i + 1][j + 1]) / 4;
      else if (i == 0 && j < w - 1)
        out[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1] + in[i + 1][j - 1] +
                     in[i + 1][j] + in[i + 1][j + 1]) /
                    6;
      else if (i == 0)
        out[i][j] =
            (in[i][j - 1] + in[i][j] + in[i + 1][j - 1] + in[i + 1][j]) / 4;
      else if (i < h - 1 && j == 0)
        out[i][j] = (in[i - 1][j] + in[i - 1][j + 1] + in[i][j] + in[i][j + 1] +
                     in[i + 1][j] + in[i + 1][j + 1]) /
                    6;
      else if (i < h - 1 && j < w - 1)
        out[i][j] = (in[i - 1][j - 1] + in[i - 1][j] + in[i - 1][j + 1] +
                     in[i][j - 1] + in[i][j] + in[i][j + 1] + in[i + 1][j - 1] +
                     in[i + 1][j] + in[i + 1][j + 1]) /
                    9;
      else if (i < h - 1)
        out[i][j] = (in[i - 1][j - 1] + in[i - 1][j] + in[i][j - 1] + in[i][j] +
                     in[i + 1][j - 1] + in[i + 1][j]) /
                    6;
      else if (j == 0)
        out[i][j] =
            (in[i - 1][j] + in[i - 1][j + 1] + in[i][j] + in[i][j + 1]) / 4;
      else if (j < w - 1)
        out[i][j] = (in[i - 1][j - 1] + in[i - 1][j] + in[i - 1][j + 1] +
                     in[i][j - 1] + in[i][j] + in[i][j + 1]) /
                    6;
      else
        out[i][j] =
            (in[i - 1][j - 1] + in[i - 1][j] + in[i][j - 1] + in[i][j]) / 4;
    }
}

#endif
