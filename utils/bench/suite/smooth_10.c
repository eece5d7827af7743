// An image is smoothed ten times; each time two more pixels at the border have
// no neighbours.
// category: pipelines
// benchmark: in 128 128 500; out 3000 3000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1 25,24,1
// slow: to compile

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*s1)[w] = malloc(h * sizeof *s1);
  float (*s2)[w] = malloc(h * sizeof *s2);
  float (*s3)[w] = malloc(h * sizeof *s3);
  float (*s4)[w] = malloc(h * sizeof *s4);
  float (*s5)[w] = malloc(h * sizeof *s5);
  float (*s6)[w] = malloc(h * sizeof *s6);
  float (*s7)[w] = malloc(h * sizeof *s7);
  float (*s8)[w] = malloc(h * sizeof *s8);
  float (*s9)[w] = malloc(h * sizeof *s9);
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      s1[y][x] = 0.5f * in[y][x] + 0.125f * (in[y - 1][x] + in[y + 1][x] +
                                             in[y][x - 1] + in[y][x + 1]);
  for (long y = 2; y < h - 2; y++)
    for (long x = 2; x < w - 2; x++)
      s2[y][x] = 0.5f * s1[y][x] + 0.125f * (s1[y - 1][x] + s1[y + 1][x] +
                                             s1[y][x - 1] + s1[y][x + 1]);
  for (long y = 3; y < h - 3; y++)
    for (long x = 3; x < w - 3; x++)
      s3[y][x] = 0.5f * s2[y][x] + 0.125f * (s2[y - 1][x] + s2[y + 1][x] +
                                             s2[y][x - 1] + s2[y][x + 1]);
  for (long y = 4; y < h - 4; y++)
    for (long x = 4; x < w - 4; x++)
      s4[y][x] = 0.5f * s3[y][x] + 0.125f * (s3[y - 1][x] + s3[y + 1][x] +
                                             s3[y][x - 1] + s3[y][x + 1]);
  for (long y = 5; y < h - 5; y++)
    for (long x = 5; x < w - 5; x++)
      s5[y][x] = 0.5f * s4[y][x] + 0.125f * (s4[y - 1][x] + s4[y + 1][x] +
                                             s4[y][x - 1] + s4[y][x + 1]);
  for (long y = 6; y < h - 6; y++)
    for (long x = 6; x < w - 6; x++)
      s6[y][x] = 0.5f * s5[y][x] + 0.125f * (s5[y - 1][x] + s5[y + 1][x] +
                                             s5[y][x - 1] + s5[y][x + 1]);
  for (long y = 7; y < h - 7; y++)
    for (long x = 7; x < w - 7; x++)
      s7[y][x] = 0.5f * s6[y][x] + 0.125f * (s6[y - 1][x] + s6[y + 1][x] +
                                             s6[y][x - 1] + s6[y][x + 1]);
  for (long y = 8; y < h - 8; y++)
    for (long x = 8; x < w - 8; x++)
      s8[y][x] = 0.5f * s7[y][x] + 0.125f * (s7[y - 1][x] + s7[y + 1][x] +
                                             s7[y][x - 1] + s7[y][x + 1]);
  for (long y = 9; y < h - 9; y++)
    for (long x = 9; x < w - 9; x++)
      s9[y][x] = 0.5f * s8[y][x] + 0.125f * (s8[y - 1][x] + s8[y + 1][x] +
                                             s8[y][x - 1] + s8[y][x + 1]);
  for (long y = 10; y < h - 10; y++)
    for (long x = 10; x < w - 10; x++)
      out[y][x] = 0.5f * s9[y][x] + 0.125f * (s9[y - 1][x] + s9[y + 1][x] +
                                              s9[y][x - 1] + s9[y][x + 1]);
  free(s1);
  free(s2);
  free(s3);
  free(s4);
  free(s5);
  free(s6);
  free(s7);
  free(s8);
  free(s9);
}
