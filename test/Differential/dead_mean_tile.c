// A mean filter that treats corners and borders apart, of which one inner tile
// is wanted: eight of the nine cases vanish.
// removed: 11
// sizes: 1,1 2,3 3,2 65,64 66,67 127,128 128,128 129,131 140,200
// RUN: %differential %s
#include "Inputs/program.h"
#include "../../utils/bench/dead/mean_filter.h"

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
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
