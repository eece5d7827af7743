// One step that smooths an image but keeps its edges (Perona and Malik):
// differences in four directions, a weight for each, and their sum; whole
// arrays in between.
// category: array expressions
// benchmark: in 96 96 2100; out 3500 3500 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

#define INSIDE                                                                 \
  for (long y = 1; y < h - 1; y++)                                             \
    for (long x = 1; x < w - 1; x++)

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*north)[w] = malloc(h * sizeof *north);
  float (*south)[w] = malloc(h * sizeof *south);
  float (*east)[w] = malloc(h * sizeof *east);
  float (*west)[w] = malloc(h * sizeof *west);
  float (*vertical)[w] = malloc(h * sizeof *vertical);
  float (*horizontal)[w] = malloc(h * sizeof *horizontal);
  INSIDE north[y][x] = in[y - 1][x] - in[y][x];
  INSIDE south[y][x] = in[y + 1][x] - in[y][x];
  INSIDE east[y][x] = in[y][x + 1] - in[y][x];
  INSIDE west[y][x] = in[y][x - 1] - in[y][x];
  INSIDE vertical[y][x] = north[y][x] / (1 + 9 * north[y][x] * north[y][x]) +
                          south[y][x] / (1 + 9 * south[y][x] * south[y][x]);
  INSIDE horizontal[y][x] = east[y][x] / (1 + 9 * east[y][x] * east[y][x]) +
                            west[y][x] / (1 + 9 * west[y][x] * west[y][x]);
  INSIDE out[y][x] = in[y][x] + 0.2f * (vertical[y][x] + horizontal[y][x]);
  free(north);
  free(south);
  free(east);
  free(west);
  free(vertical);
  free(horizontal);
}
