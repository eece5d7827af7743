// Filters whose radii are parameters: they are shifted against each other by as
// many rows, and 2 * r + 1 of them are kept.
// contracted: 8
// sizes: 0,0,7,7 1,1,7,7 2,3,8,7 3,2,7,8 7,5,6,9 5,7,16,16 9,9,11,11 12,11,6,9 31,17,9,10 40,64,10,8 29,30,14,7 23,64,27,9
// RUN: %differential %s
#include "Inputs/program.h"

/// The same radius in both directions; sums in scalars.
__attribute__((noinline)) static void
blur(int h, int w, int r, const float *restrict in, float *restrict out) {
  float *t = malloc(((size_t)h * w + 1) * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = r; x < w - r; x++) {
      float sum = 0;
      for (int j = -r; j <= r; j++)
        sum += in[y * w + x + j];
      t[y * w + x] = sum / (2 * r + 1);
    }
  for (int y = r; y < h - r; y++)
    for (int x = r; x < w - r; x++) {
      float sum = 0;
      for (int j = -r; j <= r; j++)
        sum += t[(y + j) * w + x];
      out[y * w + x] = sum / (2 * r + 1);
    }
  free(t);
}

/// Two radii, weights, and sums in the array itself.
__attribute__((noinline)) static void
weighted(long h, long w, long ry, long rx, const float *restrict weights,
         const float (*restrict in)[w], float (*restrict out)[w]) {
  float(*t)[w] = calloc(h + 1, sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = rx; x < w - rx; x++)
      for (long j = -rx; j <= rx; j++)
        t[y][x] += weights[j + rx] * in[y][x + j];
  for (long y = ry; y < h - ry; y++)
    for (long j = -ry; j <= ry; j++)
      for (long x = 0; x < w; x++)
        out[y][x] += weights[j + ry] * t[y + j][x];
  free(t);
}

/// The window begins at its element.
__attribute__((noinline)) static void
windows(long h, long w, long k, const float (*restrict in)[w],
        float (*restrict out)[w]) {
  float(*t)[w] = malloc((h + 1) * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = 0; x + k <= w; x++) {
      float most = -1;
      for (long j = 0; j < k; j++)
        most = in[y][x + j] > most ? in[y][x + j] : most;
      t[y][x] = most;
    }
  for (long y = 0; y + k <= h; y++)
    for (long x = 0; x + k <= w; x++) {
      float most = -1;
      for (long j = 0; j < k; j++)
        most = t[y + j][x] > most ? t[y + j][x] : most;
      out[y][x] = most;
    }
  free(t);
}

/// Three stages, of which the last one reads two: neighbours at a distance.
__attribute__((noinline)) static void
distant(long h, long w, long d, const float (*restrict in)[w],
        float (*restrict out)[w]) {
  float(*a)[w] = malloc((h + 1) * sizeof *a);
  float(*b)[w] = malloc((h + 1) * sizeof *b);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      a[y][x] = in[y][x] * 0.5f;
  for (long y = d; y < h - d; y++)
    for (long x = 0; x < w; x++)
      b[y][x] = a[y - d][x] + a[y + d][x];
  for (long y = 2 * d; y < h - 2 * d; y++)
    for (long x = d; x < w - d; x++)
      out[y][x] = b[y - d][x] - b[y + d][x] + a[y][x - d] * a[y][x + d];
  free(a);
  free(b);
}

/// A product with a small matrix, and what becomes of its rows.
__attribute__((noinline)) static void
convolution(long h, long w, long k, const float (*restrict weights)[k],
            const float (*restrict in)[w], float (*restrict out)[w]) {
  float(*t)[w] = calloc(h + 1, sizeof *t);
  for (long y = 0; y + k <= h; y++)
    for (long x = 0; x + k <= w; x++)
      for (long i = 0; i < k; i++)
        for (long j = 0; j < k; j++)
          t[y][x] += in[y + i][x + j] * weights[i][j];
  for (long y = 1; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = t[y][x] - t[y - 1][x];
  free(t);
}

/// Signals: there is no loop to share but the innermost one.
__attribute__((noinline)) static void signals(long n, long r,
                                              const float *restrict in,
                                              float *restrict out) {
  float *a = malloc((n + 1) * sizeof *a), *b = malloc((n + 1) * sizeof *b);
  for (long i = 0; i < n; i++)
    a[i] = in[i] * in[i];
  for (long i = r; i < n - r; i++)
    b[i] = a[i - r] + a[i + r];
  for (long i = r; i < n - r; i++)
    out[i] += b[i] * 0.25f;
  free(a);
  free(b);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), ry = size(argv, 3) - 7,
       rx = size(argv, 4) - 7;
  float(*in)[w] = malloc((h * w + 1) * sizeof(float));
  float(*out)[w] = calloc(h * w + 1, sizeof(float));
  float weights[101];
  for (long i = 0; i < 101; i++)
    weights[i] = i * 7 % 5 + 0.5f;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      in[i][j] = (i * 7 + j * 3) % 13;
  for (int n = 0; n < 6; n++) {
    if (n == 0)
      blur(h, w, ry < 0 ? 0 : ry, &in[0][0], &out[0][0]);
    else if (n == 1)
      weighted(h, w, ry, rx, weights, in, out);
    else if (n == 2)
      windows(h, w, ry < 1 ? 1 : ry, in, out);
    else if (n == 3)
      distant(h, w, rx, in, out);
    else if (n == 4 && ry <= 10)
      convolution(h, w, ry, (void *)weights, in, out);
    else
      signals(h * w, rx, &in[0][0], &out[0][0]);
    show_image(h, w, out);
  }
  free(in);
  free(out);
}
