// What stands around an image is not always zero: minus zero, an infinity, not a
// number, a number that the caller gives, or what the image has at its edge. And
// zero times an infinity is not zero.
// sizes: 0,0 1,1 1,2 2,1 2,3 5,7 19,4
// idle: main main
// RUN: %differential --any-number %s
#include "Inputs/volumes.h"

void constant(long h, long w, double value, const double (*restrict in)[w],
              double (*restrict out)[w]) {
  double (*padded)[w + 2] = malloc((h + 2) * sizeof *padded);
  for (long y = 0; y < h + 2; y++)
    for (long x = 0; x < w + 2; x++)
      padded[y][x] = value;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      padded[y + 1][x + 1] = in[y][x];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      double most = padded[y][x];
      for (long dy = 0; dy < 3; dy++)
        for (long dx = 0; dx < 3; dx++)
          most = padded[y + dy][x + dx] > most ? padded[y + dy][x + dx] : most;
      out[y][x] = most + padded[y][x + 1];
    }
  free(padded);
}

void minus_zero(long n, const double *restrict in, double *restrict out) {
  double *padded = malloc((n + 2) * sizeof *padded);
  for (long i = 0; i < n + 2; i++)
    padded[i] = i == 0 || i == n + 1 ? -0.0 : in[i - 1];
  for (long i = 0; i < n; i++)
    out[i] = padded[i] + padded[i + 2] * 0.5;
  free(padded);
}

void weighted(long n, double weight, const double *restrict in,
              double *restrict out) {
  double *padded = calloc(n + 2, sizeof *padded);
  for (long i = 0; i < n; i++)
    padded[i + 1] = in[i];
  for (long i = 0; i < n; i++)
    out[i] = weight * padded[i] + 0.5 * padded[i + 2];
  free(padded);
}

void edge(long h, long w, const double (*restrict in)[w], double (*restrict out)[w]) {
  double (*padded)[w + 2] = malloc((h + 2) * sizeof *padded);
  for (long y = 0; y < h; y++) {
    padded[y + 1][0] = in[y][0];
    for (long x = 0; x < w; x++)
      padded[y + 1][x + 1] = in[y][x];
    padded[y + 1][w + 1] = in[y][w - 1];
  }
  for (long x = 0; x < w + 2; x++) {
    padded[0][x] = padded[1][x];
    padded[h + 1][x] = padded[h][x];
  }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = padded[y][x] - padded[y + 2][x + 2];
  free(padded);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), count = h * w;
  const double values[] = {-0.0, -INFINITY, NAN, 1.25};
  double *in = numbers(count), *out = numbers(count);
  for (long i = 0; i < 4 && count > 0; i++) {
    constant(h, w, values[i], (const double (*)[w])in, (double (*)[w])out);
    show_all(out, count);
    weighted(count, values[i], in, out);
    show_all(out, count);
  }
  minus_zero(count, in, out);
  show_all(out, count);
  if (count > 0)
    edge(h, w, (const double (*)[w])in, (double (*)[w])out);
  show_all(out, count);
  free(in), free(out);
}
