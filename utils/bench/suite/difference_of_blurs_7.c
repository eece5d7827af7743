// Blobs of an image: it is blurred three times, each blur is used by the next
// and by differences, and those by what finds where they cross zero.
// category: pipelines
// benchmark: in 128 128 1000; out 3500 3500 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 11,12,1 19,33,1

#include "image.h"

static void blur(long h, long w, long border, const float (*restrict in)[w],
                 float (*restrict out)[w]) {
  for (long y = border; y < h - border; y++)
    for (long x = border; x < w - border; x++)
      out[y][x] =
          0.25f * in[y][x] +
          0.125f * (in[y - 1][x] + in[y + 1][x] + in[y][x - 1] + in[y][x + 1]) +
          0.0625f * (in[y - 1][x - 1] + in[y - 1][x + 1] + in[y + 1][x - 1] +
                     in[y + 1][x + 1]);
}

static void subtract(long h, long w, long border, const float (*restrict a)[w],
                     const float (*restrict b)[w], float (*restrict out)[w]) {
  for (long y = border; y < h - border; y++)
    for (long x = border; x < w - border; x++)
      out[y][x] = a[y][x] - b[y][x];
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*blur1)[w] = malloc(h * sizeof *blur1);
  float (*blur2)[w] = malloc(h * sizeof *blur2);
  float (*blur3)[w] = malloc(h * sizeof *blur3);
  float (*fine)[w] = malloc(h * sizeof *fine);
  float (*middle)[w] = malloc(h * sizeof *middle);
  float (*coarse)[w] = malloc(h * sizeof *coarse);
  blur(h, w, 1, in, blur1);
  blur(h, w, 2, (const float (*)[w])blur1, blur2);
  blur(h, w, 3, (const float (*)[w])blur2, blur3);
  subtract(h, w, 1, in, (const float (*)[w])blur1, fine);
  subtract(h, w, 2, (const float (*)[w])blur1, (const float (*)[w])blur2,
           middle);
  subtract(h, w, 3, (const float (*)[w])blur2, (const float (*)[w])blur3,
           coarse);
  for (long y = 3; y < h - 4; y++)
    for (long x = 3; x < w - 4; x++)
      out[y][x] = fine[y][x] - 2 * middle[y][x] + coarse[y][x] +
                  middle[y + 1][x] * middle[y][x + 1];
  free(blur1);
  free(blur2);
  free(blur3);
  free(fine);
  free(middle);
  free(coarse);
}
