// Neighbours copied into rows of a matrix, with constants beyond the edges
// (im2col), and the product of the matrix with a vector: no row needs to be stored,
// whichever way the copy is written.
// contracted: 1
// removed: 4
// sizes: 0,0 1,1 1,2 2,1 2,5 3,3 5,2 7,7 13,11 31,17
// RUN: %differential %s
#include "Inputs/program.h"

static const float weight[9] = {1, -2, 3, -4, 5, -6, 7, -8, 9};

/// Rows of nine.
__attribute__((noinline)) static void rows(long h, long w,
                                           const float (*restrict in)[w],
                                           float (*restrict out)[w]) {
  float (*patches)[w][9] = malloc(h * sizeof *patches);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      for (long dy = 0; dy < 3; dy++)
        for (long dx = 0; dx < 3; dx++)
          if (y + dy >= 1 && y + dy <= h && x + dx >= 1 && x + dx <= w)
            patches[y][x][3 * dy + dx] = in[y + dy - 1][x + dx - 1];
          else
            patches[y][x][3 * dy + dx] = 0;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (long k = 0; k < 9; k++)
        sum += weight[k] * patches[y][x][k];
      out[y][x] = sum;
    }
  free(patches);
}

/// Three by three, one column of the matrix after the other, constants that differ.
__attribute__((noinline)) static void
columns(long h, long w, const float (*restrict in)[w],
        float (*restrict out)[w]) {
  float (*patches)[3][h][w] = malloc(3 * sizeof *patches);
  for (long dy = 0; dy < 3; dy++)
    for (long dx = 0; dx < 3; dx++)
      for (long y = 0; y < h; y++)
        for (long x = 0; x < w; x++)
          patches[dy][dx][y][x] =
              y + dy < 1 || y + dy > h   ? 1.5f
              : x + dx < 1 || x + dx > w ? -2
                                         : in[y + dy - 1][x + dx - 1];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float sum = 0;
      for (long dy = 0; dy < 3; dy++)
        for (long dx = 0; dx < 3; dx++)
          sum += weight[3 * dy + dx] * patches[dy][dx][y][x];
      out[y][x] = sum;
    }
  free(patches);
}

/// Two buffers at a time, every second place.
__attribute__((noinline)) static void both(long h, long w,
                                           const float (*restrict in)[w],
                                           float (*restrict out)[w]) {
  float (*left)[w] = malloc(h * sizeof *left);
  float (*up)[w] = malloc(h * sizeof *up);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float before = 7, above = 7;
      if (x > 0 && y > 0) {
        before = in[y][x - 1];
        above = in[y - 1][x];
      }
      left[y][x] = before;
      up[y][x] = above;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x += 2)
      out[y][x] = left[y][x] - 3 * up[y][x];
  free(left);
  free(up);
}

/// The data have a say: this copy stays one with a condition.
__attribute__((noinline)) static void chosen(long h, long w,
                                             const float (*restrict in)[w],
                                             float (*restrict out)[w]) {
  float (*kept)[w] = malloc(h * sizeof *kept);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      kept[y][x] = x > 0 && in[y][x] > 3 ? in[y][x - 1] : 0;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = kept[y][x] + in[y][x];
  free(kept);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  float (*in)[w] = malloc((h * w + 1) * sizeof(float));
  float (*out)[w] = calloc(h * w + 1, sizeof(float));
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      in[i][j] = (i * i * 7 + j * 3) % 13;
  rows(h, w, in, out);
  show_image(h, w, out);
  columns(h, w, in, out);
  show_image(h, w, out);
  both(h, w, in, out);
  show_image(h, w, out);
  chosen(h, w, in, out);
  show_image(h, w, out);
  free(in);
  free(out);
}
