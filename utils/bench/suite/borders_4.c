// A blur along rows and columns, twice, with borders: beyond the edge the image
// goes on as it is there.
// category: pipelines
// benchmark: in 128 128 1900; out 4000 4000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1

#include "image.h"

static void along_rows(long h, long w, const float (*restrict in)[w],
                       float (*restrict out)[w]) {
  for (long y = 0; y < h; y++) {
    out[y][0] = 0.75f * in[y][0] + 0.25f * in[y][1];
    for (long x = 1; x < w - 1; x++)
      out[y][x] = 0.25f * in[y][x - 1] + 0.5f * in[y][x] + 0.25f * in[y][x + 1];
    out[y][w - 1] = 0.25f * in[y][w - 2] + 0.75f * in[y][w - 1];
  }
}

static void along_columns(long h, long w, const float (*restrict in)[w],
                          float (*restrict out)[w]) {
  for (long x = 0; x < w; x++)
    out[0][x] = 0.75f * in[0][x] + 0.25f * in[1][x];
  for (long y = 1; y < h - 1; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = 0.25f * in[y - 1][x] + 0.5f * in[y][x] + 0.25f * in[y + 1][x];
  for (long x = 0; x < w; x++)
    out[h - 1][x] = 0.25f * in[h - 2][x] + 0.75f * in[h - 1][x];
}

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  if (h < 2 || w < 2)
    return;
  float (*rows)[w] = malloc(h * sizeof *rows);
  float (*once)[w] = malloc(h * sizeof *once);
  float (*rows2)[w] = malloc(h * sizeof *rows2);
  along_rows(h, w, in, rows);
  along_columns(h, w, (const float (*)[w])rows, once);
  along_rows(h, w, (const float (*)[w])once, rows2);
  along_columns(h, w, (const float (*)[w])rows2, out);
  free(rows);
  free(once);
  free(rows2);
}
