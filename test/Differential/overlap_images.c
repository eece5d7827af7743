// Filters after each other, in tiles that compute what they need of the stage
// in front.
// contracted: 1
// options: schedule=overlap
// sizes: 0,0 1,1 2,3 3,2 4,4 7,5 31,17 40,64
// RUN: %differential %s
#include "Inputs/program.h"

/// Two stages, the second one with a border of its own.
__attribute__((noinline)) static void
blur(long h, long w, const float (*restrict in)[w], float (*restrict out)[w]) {
  float (*tmp)[w] = malloc(h * sizeof *tmp);
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++)
      tmp[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1]) / 3;
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      out[i][j] = (tmp[i - 1][j] + tmp[i][j] + tmp[i + 1][j]) / 3;
  free(tmp);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  float (*in)[w] = malloc((h * w + 1) * sizeof(float));
  float (*out)[w] = calloc(h * w + 1, sizeof(float));
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      in[i][j] = (i * 7 + j * 3) % 13;
  blur(h, w, in, out);
  double sum = 0;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      sum = sum * 0.99 + out[i][j];
  show(sum);
  free(in);
  free(out);
}
