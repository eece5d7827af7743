// Mean, then Roberts, of which a window is wanted that the caller chooses.
// contracted: 1
// removed: 2
// sizes: 3,3,1,1,1,1 4,5,0,9,0,9 20,30,5,12,7,9 20,30,12,5,7,9 31,17,-3,40,8,8
// RUN: %differential %s
#include "Inputs/program.h"
#include <smolly.h>

SMOLLY_OUTPUT(out[LB0..UB0][LB1..UB1])
__attribute__((noinline)) static void
sharpen(int H, int W, int LB0, int UB0, int LB1, int UB1,
        const float (*restrict in)[W], float (*restrict out)[W]) {
  float(*mean)[W] = malloc(H * sizeof *mean);
  for (int i = 1; i < H - 1; i++)
    for (int j = 1; j < W - 1; j++)
      mean[i][j] =
          (in[i - 1][j - 1] + in[i - 1][j] + in[i - 1][j + 1] + in[i][j - 1] +
           in[i][j] + in[i][j + 1] + in[i + 1][j - 1] + in[i + 1][j] +
           in[i + 1][j + 1]) /
          9;
  for (int i = 1; i < H - 2; i++)
    for (int j = 2; j < W - 1; j++)
      out[i][j] =
          mean[i][j] - mean[i + 1][j - 1] + mean[i + 1][j] - mean[i][j - 1];
  free(mean);
}

int main(int argc, char **argv) {
  int H = size(argv, 1), W = size(argv, 2);
  int Top = size(argv, 3), Bottom = size(argv, 4);
  int Left = size(argv, 5), Right = size(argv, 6);
  float(*in)[W] = malloc(H * sizeof *in);
  float(*out)[W] = calloc(H, sizeof *out);
  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++)
      in[i][j] = (i * 7 + j * 3) % 11;
  sharpen(H, W, Top, Bottom, Left, Right, in, out);
  double sum = 0;
  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++)
      if (i >= Top && i <= Bottom && j >= Left && j <= Right)
        sum = sum * 0.75 + out[i][j];
  show(sum);
  free(in);
  free(out);
}
