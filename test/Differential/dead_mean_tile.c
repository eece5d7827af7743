// A mean filter that treats corners and borders apart, of which one inner tile
// is wanted: eight of the nine cases vanish.
// removed: 11
// sizes: 1,1 2,3 3,2 65,64 66,67 127,128 128,128 129,131 140,200
// RUN: %differential %s
#include "Inputs/program.h"
#include <smolly.h>

SMOLLY_OUTPUT(out[64..127][64..127])
__attribute__((noinline)) static void
mean(int h, int w, const float (*restrict in)[w], float (*restrict out)[w]) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
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

int main(int argc, char **argv) {
  int h = size(argv, 1), w = size(argv, 2);
  float (*in)[w] = malloc((h + 2) * sizeof *in);
  float (*out)[w] = calloc(h + 2, sizeof *out);
  for (int i = 0; i < h + 2; i++)
    for (int j = 0; j < w; j++)
      in[i][j] = (i * 5 + j * 3) % 17;
  mean(h, w, in, out);
  double sum = 0;
  for (int i = 64; i < 128 && i < h; i++)
    for (int j = 64; j < 128 && j < w; j++)
      sum = sum * 0.75 + out[i][j];
  show(sum);
  free(in);
  free(out);
}
