// Conditions on where a pixel lies, within loops over all pixels: nine cases, ? :,
// neighbours that are left out, mirrors, a checkerboard with a frame; into an
// array that others read then.
// sizes: 0,0 0,2 2,2 2,3 3,2 3,3 5,7 13,6
// RUN: %differential --any-number %s
#include "Inputs/volumes.h"

void nine_cases(long h, long w, const double (*restrict in)[w],
                double (*restrict out)[w]) {
  double (*mean)[w] = malloc(h * sizeof *mean);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      if (y == 0) {
        if (x == 0)
          mean[y][x] = (in[y][x] + in[y][x + 1] + in[y + 1][x]) / 3;
        else if (x == w - 1)
          mean[y][x] = (in[y][x] + in[y][x - 1] + in[y + 1][x]) / 3;
        else
          mean[y][x] = (in[y][x - 1] + in[y][x] + in[y][x + 1] + in[y + 1][x]) / 4;
      } else if (y == h - 1) {
        if (x == 0)
          mean[y][x] = (in[y][x] + in[y][x + 1] + in[y - 1][x]) / 3;
        else if (x == w - 1)
          mean[y][x] = (in[y][x] + in[y][x - 1] + in[y - 1][x]) / 3;
        else
          mean[y][x] = (in[y][x - 1] + in[y][x] + in[y][x + 1] + in[y - 1][x]) / 4;
      } else {
        if (x == 0)
          mean[y][x] = (in[y][x] + in[y][x + 1] + in[y - 1][x] + in[y + 1][x]) / 4;
        else if (x == w - 1)
          mean[y][x] = (in[y][x] + in[y][x - 1] + in[y - 1][x] + in[y + 1][x]) / 4;
        else
          mean[y][x] = (in[y][x - 1] + in[y][x] + in[y][x + 1] + in[y - 1][x] +
                        in[y + 1][x]) / 5;
      }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = in[y][x] - mean[y][x] * mean[h - 1 - y][x];
  free(mean);
}

void chosen(long h, long w, const double (*restrict in)[w],
            double (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      double above = y > 0 ? in[y - 1][x] : in[y][x];
      double below = y < h - 1 ? in[y + 1][x] : 0;
      double left = in[y][x > 0 ? x - 1 : x];
      double right = x < w - 1 ? in[y][x + 1] : in[y][w - 2];
      out[y][x] = above - 2 * below + 4 * left - 8 * right;
    }
}

void left_out(long h, long w, const double (*restrict in)[w],
              double (*restrict out)[w]) {
  double (*sums)[w] = malloc(h * sizeof *sums);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      double sum = -in[y][x];
      int count = 0;
      for (long dy = -1; dy <= 1; dy++)
        for (long dx = -1; dx <= 1; dx++)
          if (y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w) {
            sum += in[y + dy][x + dx];
            count++;
          }
      sums[y][x] = sum / count;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      if (y > 0 && x < w - 1)
        out[y][x] = sums[y - 1][x + 1];
      else
        out[y][x] = sums[y][x];
    }
  free(sums);
}

void frame(long h, long w, const double (*restrict in)[w], double (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      if (y == 0 || x == 0 || y == h - 1 || x == w - 1)
        out[y][x] = 0;
      else if ((x + y) % 2 == 0)
        out[y][x] = in[y - 1][x] + in[y + 1][x];
      else
        out[y][x] = in[y][x];
    }
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), count = h * w;
  double *in = numbers(count), *out = numbers(count);
  if (w > 0) {
    void (*const all[])(long, long, const double (*)[], double (*)[]) = {
        (void *)nine_cases, (void *)chosen, (void *)left_out, (void *)frame};
    for (int i = 0; i < 4; i++) {
      all[i](h, w, (const void *)in, (void *)out);
      show_all(out, count);
    }
  }
  free(in), free(out);
}
