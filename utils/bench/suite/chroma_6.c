// The upper, middle and lower third of an image are its red, green and blue
// plane. They become brightness and two colours, of which the colours are
// blurred along rows and columns, and then planes again.
// category: pipelines
// benchmark: in 192 128 2000; out 6000 3000 1
// sizes: 0,0,1 1,2,1 2,1,1 9,5,2 33,19,1
// slow: to compile

#include "image.h"

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  long n = h / 3;
  float (*bright)[w] = malloc(n * sizeof *bright);
  float (*blue)[w] = malloc(n * sizeof *blue);
  float (*red)[w] = malloc(n * sizeof *red);
  float (*blue_rows)[w] = malloc(n * sizeof *blue_rows);
  float (*red_rows)[w] = malloc(n * sizeof *red_rows);
  float (*blue_soft)[w] = malloc(n * sizeof *blue_soft);
  float (*red_soft)[w] = malloc(n * sizeof *red_soft);
  for (long y = 0; y < n; y++)
    for (long x = 0; x < w; x++) {
      bright[y][x] =
          0.25f * in[y][x] + 0.5f * in[n + y][x] + 0.25f * in[2 * n + y][x];
      blue[y][x] = in[2 * n + y][x] - bright[y][x];
      red[y][x] = in[y][x] - bright[y][x];
    }
  for (long y = 0; y < n; y++)
    for (long x = 1; x < w - 1; x++) {
      blue_rows[y][x] = (blue[y][x - 1] + blue[y][x] + blue[y][x + 1]) / 3;
      red_rows[y][x] = (red[y][x - 1] + red[y][x] + red[y][x + 1]) / 3;
    }
  for (long y = 1; y < n - 1; y++)
    for (long x = 1; x < w - 1; x++) {
      blue_soft[y][x] =
          (blue_rows[y - 1][x] + blue_rows[y][x] + blue_rows[y + 1][x]) / 3;
      red_soft[y][x] =
          (red_rows[y - 1][x] + red_rows[y][x] + red_rows[y + 1][x]) / 3;
    }
  for (long y = 1; y < n - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[y][x] = bright[y][x] + red_soft[y][x];
  for (long y = 1; y < n - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[n + y][x] =
          bright[y][x] - 0.5f * red_soft[y][x] - 0.5f * blue_soft[y][x];
  for (long y = 1; y < n - 1; y++)
    for (long x = 1; x < w - 1; x++)
      out[2 * n + y][x] = bright[y][x] + blue_soft[y][x];
  free(bright);
  free(blue);
  free(red);
  free(blue_rows);
  free(red_rows);
  free(blue_soft);
  free(red_soft);
}
