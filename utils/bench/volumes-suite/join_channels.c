// Three planes are made from a picture and joined in one array of colours; two of
// them are cut out again and compared.
// category: joining
// by hand: by_hand/join_channels.c
// benchmark: in 128 128 15000; out 3000 3000 2
// sizes: 0,0,1 1,1,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "../suite/image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*all)[h][w] = malloc(3 * sizeof *all);
  float (*chroma)[h][w] = malloc(2 * sizeof *chroma);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      all[0][y][x] = in[y][x];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      all[1][y][x] = in[h - 1 - y][x];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      all[2][y][x] = 0.5f;
  for (long k = 0; k < 2; k++)
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        chroma[k][y][x] = all[k + 1][y][x];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = 0.8f * all[0][y][x] + 0.3f * (chroma[0][y][x] - chroma[1][y][x]);
  free(all);
  free(chroma);
}
