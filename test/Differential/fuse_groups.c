// Of nests that could run alongside each other only those do for which that
// saves memory: an array that is read backwards by another nest stays whole.
// sizes: 0,0,0 1,1,1 2,1,2 1,2,1 2,3,2 3,2,3 7,5,2 31,17,1 40,64,3
// RUN: %differential --any-number %s
#include "Inputs/program.h"

/// The first two nests gain nothing, the last two do.
__attribute__((noinline)) static void
mixed(long h, long w, const double (*restrict in)[w], double (*restrict out)[w],
      double (*restrict other)[w]) {
  double (*whole)[w] = malloc((h + 1) * sizeof *whole);
  double (*rows)[w] = malloc((h + 1) * sizeof *rows);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      whole[i][j] = in[i][j] * 3;
  for (long i = 0; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      out[i][j] = whole[i][j] - whole[i + 1][j];
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      out[i][j] += whole[h - 1 - i][j];
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      rows[i][j] = in[i][j] * 0.5;
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      other[i][j] = rows[i][j] * rows[i - 1][j];
  free(whole);
  free(rows);
}

/// The same with the one that gains in front, in a time loop, on what the step
/// before has left.
__attribute__((noinline)) static void steps(long h, long w, long n,
                                            double (*restrict grid)[w]) {
  double (*rows)[w] = malloc((h + 1) * sizeof *rows);
  double (*whole)[w] = malloc((h + 1) * sizeof *whole);
  for (long t = 0; t < n; t++) {
    for (long i = 1; i < h; i++)
      for (long j = 0; j < w; j++)
        rows[i][j] = grid[i][j] + grid[i - 1][j];
    for (long i = 2; i < h; i++)
      for (long j = 0; j < w; j++)
        grid[i][j] = (rows[i][j] - rows[i - 1][j]) * 0.25;
    for (long i = 0; i < h; i++)
      for (long j = 0; j < w; j++)
        whole[i][j] = grid[i][j] * 0.5;
    for (long i = 0; i < h; i++)
      for (long j = 0; j < w; j++)
        grid[i][j] += whole[i][j];
    for (long i = 0; i < h; i++)
      for (long j = 0; j < w; j++)
        grid[i][j] -= whole[h - 1 - i][w - 1 - j];
  }
  free(rows);
  free(whole);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), n = size(argv, 3);
  double(*in)[w + 1] = malloc((h + 1) * sizeof *in);
  double(*out)[w + 1] = calloc(h + 1, sizeof *out);
  double(*other)[w + 1] = calloc(h + 1, sizeof *other);
  for (long i = 0; i < (h + 1) * (w + 1); i++)
    in[0][i] = i % 11 - 4.5;
  if (w > 0) {
    mixed(h, w, (void *)in, (void *)out, (void *)other);
    steps(h, w, n, (void *)in);
  }
  for (long i = 0; i < (h + 1) * (w + 1); i++) {
    show(in[0][i]);
    show(out[0][i]);
    show(other[0][i]);
  }
  free(in);
  free(out);
  free(other);
}
