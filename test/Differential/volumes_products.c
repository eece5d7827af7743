// Products of matrices that are cut out, filled up with zeros, or made of the
// neighbours of pixels. Numbers may be infinite, and zero times that is not zero.
// sizes: 0,0 0,1 1,0 1,1 2,0 2,1 3,2 5,1 7,7 11,3
// idle: main
// RUN: %differential --any-number %s
#include "Inputs/volumes.h"

void triangles(long n, const double (*restrict in)[n], double (*restrict out)[n]) {
  double (*lower)[n] = calloc(n, sizeof *lower);
  double (*upper)[n] = malloc(n * sizeof *upper);
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++)
      lower[i][j] = in[i][j];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      upper[i][j] = j >= i ? in[i][j] : 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double sum = 0;
      for (long k = 0; k < n; k++)
        sum += lower[i][k] * upper[k][j];
      out[i][j] = sum;
    }
  free(lower);
  free(upper);
}

void unsigned_triangle(long n, const unsigned (*restrict in)[n],
                       unsigned (*restrict out)[n]) {
  unsigned (*upper)[n] = calloc(n, sizeof *upper);
  for (long i = 0; i < n; i++)
    for (long j = i; j < n; j++)
      upper[i][j] = in[i][j];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      out[i][j] = 1;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        out[i][j] += upper[i][k] * upper[k][j];
  free(upper);
}

void band(long n, long width, const double (*restrict in)[n],
          const double *restrict x, double *restrict y) {
  double (*full)[n] = malloc(n * sizeof *full);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      if (j - i <= width && i - j <= width)
        full[i][j] = in[i][j];
      else
        full[i][j] = 0;
  for (long i = 0; i < n; i++) {
    y[i] = 0;
    for (long j = 0; j < n; j++)
      y[i] += full[i][j] * x[j];
  }
  free(full);
}

void patches(long h, long w, const int (*restrict in)[w], int (*restrict out)[w]) {
  int (*rows)[9] = malloc(h * w * sizeof *rows);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      for (long k = 0; k < 9; k++) {
        long v = y + k / 3 - 1, u = x + k % 3 - 1;
        rows[y * w + x][k] = v < 0 || v >= h || u < 0 || u >= w ? 0 : in[v][u];
      }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      out[y][x] = 0;
      for (long k = 0; k < 9; k++)
        out[y][x] += (int)(k - 2) * rows[y * w + x][k];
    }
  free(rows);
}

int main(int argc, char **argv) {
  long n = size(argv, 1), width = size(argv, 2);
  double *in = numbers(n * n), *out = numbers(n * n);
  unsigned *counts = calloc(n * n + 1, sizeof *counts);
  unsigned *ways = calloc(n * n + 1, sizeof *ways);
  for (int infinite = 0; infinite < 2 && n > 0; infinite++) {
    if (infinite)
      in[n * n / 2] = INFINITY;
    triangles(n, (const double (*)[n])in, (double (*)[n])out);
    show_all(out, n * n);
    band(n, width, (const double (*)[n])in, in, out);
    show_all(out, n);
  }
  for (long i = 0; i < n * n; i++)
    counts[i] = 2654435761u * (unsigned)i;
  if (n > 0) {
    unsigned_triangle(n, (const unsigned (*)[n])counts, (unsigned (*)[n])ways);
    for (long i = 0; i < n * n; i++)
      counts[i] = ways[i] % 1000;
    patches(n, n, (const int (*)[n])counts, (int (*)[n])ways);
  }
  for (long i = 0; i < n * n; i++)
    show(ways[i]);
  free(in), free(out), free(counts), free(ways);
}
