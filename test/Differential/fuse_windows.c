// Sums over windows of a few elements, whose number is known or a parameter:
// the loops around them stay long, and those over rows in memory are unrolled.
// contracted: 8
// sizes: 0,0,7 1,1,8 2,3,7 5,5,9 9,9,9 12,11,7 31,17,8 41,42,9 50,47,7 90,60,10 100,101,12
// RUN: %differential %s
// RUN: %differential --options no-interleave %s
#include "Inputs/program.h"

#define apart __attribute__((noinline)) static

/// A column of 41 elements, of which as many rows are kept.
apart void column(long h, long w, const int (*restrict in)[w],
                  int (*restrict out)[w]) {
  enum { R = 20 };
  int (*t)[w] = malloc(h * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = 2; x < w - 2; x++) {
      int sum = 0;
      for (int k = -2; k <= 2; k++)
        sum += in[y][x + k];
      t[y][x] = sum;
    }
  for (long y = R; y < h - R; y++)
    for (long x = 2; x < w - 2; x++) {
      int sum = 0;
      for (int k = -R; k <= R; k++)
        sum += t[y + k][x];
      out[y][x] = sum;
    }
  free(t);
}

/// Squares with weights, one after the other.
apart void square(int h, int w, const float (*restrict in)[w],
                  float (*restrict out)[w]) {
  enum { N = 5 };
  static const float weights[N][N] = {{1, 2, 3, 2, 1},
                                      {2, 4, 6, 4, 2},
                                      {3, 6, 9, 6, 3},
                                      {2, 4, 6, 4, 2},
                                      {1, 2, 3, 2, 1}};
  float (*t)[w] = malloc(h * sizeof *t);
  for (int y = 0; y < h - N + 1; y++)
    for (int x = 0; x < w - N + 1; x++) {
      float sum = 0;
      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
          sum += weights[i][j] * in[y + i][x + j];
      t[y][x] = sum * 0.01f;
    }
  for (int y = 0; y < h - 2 * N + 2; y++)
    for (int x = 0; x < w - 2 * N + 2; x++) {
      float sum = 0;
      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
          sum += weights[i][j] * t[y + i][x + j];
      out[y][x] = sum * 0.01f;
    }
  free(t);
}

/// Squares whose radius is a parameter, in bytes; sums in the array itself.
apart void squares(long h, long w, long r,
                   const unsigned char (*restrict in)[w],
                   unsigned char (*restrict out)[w]) {
  unsigned char (*t)[w] = calloc(h + 1, sizeof *t);
  unsigned (*u)[w] = malloc((h + 1) * sizeof *u);
  for (long y = r; y < h - r; y++)
    for (long x = r; x < w - r; x++)
      for (long i = -r; i <= r; i++)
        for (long j = -r; j <= r; j++)
          t[y][x] += in[y + i][x + j];
  for (long y = 2 * r; y < h - 2 * r; y++)
    for (long x = 2 * r; x < w - 2 * r; x++) {
      u[y][x] = 1;
      for (long i = -r; i <= r; i++)
        for (long j = -r; j <= r; j++)
          u[y][x] += t[y + i][x + j];
    }
  for (long y = 2 * r; y < h - 2 * r; y++)
    for (long x = 2 * r; x < w - 2 * r; x++)
      out[y][x] = u[y][x] / 3;
  free(t);
  free(u);
}

/// Colours, of which each is summed up.
apart void colours(long h, long w, const unsigned (*restrict in)[w][3],
                   unsigned (*restrict out)[w][3]) {
  unsigned (*t)[w][3] = malloc(h * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = 1; x < w - 1; x++)
      for (int c = 0; c < 3; c++)
        t[y][x][c] = in[y][x - 1][c] + in[y][x][c] * 2 + in[y][x + 1][c];
  for (long y = 1; y < h - 1; y++)
    for (long x = 1; x < w - 1; x++)
      for (int c = 0; c < 3; c++)
        out[y][x][c] = t[y - 1][x][c] + t[y][x][c] * 2 + t[y + 1][x][c];
  free(t);
}

/// A signal: as many coefficients as are known, and as there are.
apart void signal(long n, long m, const float *restrict taps,
                  const float *restrict in, float *restrict out) {
  static const float known[4] = {0.5f, 0.25f, -0.125f, 0.0625f};
  float *t = malloc((n + 1) * sizeof *t), *u = malloc((n + 1) * sizeof *u),
        *v = malloc((n + 1) * sizeof *v);
  for (long i = 0; i < n - 3; i++) {
    float sum = 0;
    for (int k = 0; k < 4; k++)
      sum += known[k] * in[i + k];
    t[i] = sum;
  }
  for (long i = 0; i < n - 6; i++) {
    float sum = 0;
    for (int k = 0; k < 4; k++)
      sum += known[k] * t[i + k];
    u[i] = sum;
  }
  for (long i = 0; i < n - m - 5; i++) {
    float sum = 0;
    for (long k = 0; k < m; k++)
      sum += taps[k] * u[i + k];
    v[i] = sum;
  }
  for (long i = 0; i < n - 2 * m - 4; i++) {
    float sum = 0;
    for (long k = 0; k < m; k++)
      sum += taps[k] * v[i + k];
    out[i] = sum;
  }
  free(t);
  free(u);
  free(v);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), r = size(argv, 3) - 7, n = h * w;
  int *in = malloc((n + 1) * sizeof *in), *out = calloc(n + 1, sizeof *out);
  float *from = malloc((n + 1) * sizeof *from), *to = calloc(n + 1, sizeof *to);
  unsigned char *bytes = malloc(n + 1), *others = calloc(n + 1, 1);
  unsigned *rgb = malloc((3 * n + 1) * sizeof *rgb),
           *mixed = calloc(3 * n + 1, sizeof *mixed);
  for (long i = 0; i < n; i++) {
    in[i] = i * 31 % 1009 - 400;
    from[i] = i * 37 % 101 * 0.25f - 9;
    bytes[i] = i * i / 5;
  }
  for (long i = 0; i < 3 * n; i++)
    rgb[i] = i * 7 % 256;
  column(h, w, (const int (*)[w])in, (int (*)[w])out);
  squares(h, w, r, (const unsigned char (*)[w])bytes,
          (unsigned char (*)[w])others);
  colours(h, w, (const unsigned (*)[w][3])rgb, (unsigned (*)[w][3])mixed);
  unsigned long digest = 0;
  for (long i = 0; i < n; i++)
    digest = digest * 31 + out[i] + others[i] * 7 + mixed[3 * i] +
             mixed[3 * i + 1] * 3 + mixed[3 * i + 2] * 5;
  printf("%lu\n", digest);
  square(h, w, (const float (*)[w])from, (float (*)[w])to);
  for (long i = 0; i < n; i++)
    show(to[i]);
  signal(n, 2 * r + 1, from, to, (float *)out);
  for (long i = 0; i < n; i++)
    show(((float *)out)[i]);
  free(in);
  free(out);
  free(from);
  free(to);
  free(bytes);
  free(others);
  free(rgb);
  free(mixed);
}
