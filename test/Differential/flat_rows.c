// Arrays of constant sizes whose subscripts are multiplied out by hand: the
// rows have to be found. Some loops go over all elements at once, and one reads
// over the end of a row.
// contracted: 13
// sizes: 0 1 2 5
// fast: 1
// RUN: %differential %s
#include <stdio.h>
#include <stdlib.h>

#define GRID(NAME, H, W)                                                       \
  __attribute__((noinline)) static double NAME(int start) {                    \
    double *a = malloc(H * W * sizeof(double));                                \
    double *b = malloc(H * W * sizeof(double));                                \
    double sum = 0;                                                            \
    for (int i = 0; i < H * W; i++)                                            \
      b[i] = 0;                                                                \
    for (int y = 0; y < H; y++)                                                \
      for (int x = 0; x < W; x++)                                              \
        a[y * W + x] = (y * 37 + x * 11 + start) % 101;                        \
    for (int y = 1; y < H - 1; y++)                                            \
      for (int x = 1; x < W - 1; x++)                                          \
        b[y * W + x] = 0.25 * (a[(y - 1) * W + x] + a[(y + 1) * W + x] +       \
                               a[y * W + x - 1] + a[y * W + x + 1]);           \
    for (int y = 0; y < H; y++)                                                \
      for (int x = 0; x < W; x++)                                              \
        sum += b[y * W + x] * (x + 1);                                         \
    free(a);                                                                   \
    free(b);                                                                   \
    return sum;                                                                \
  }
GRID(point, 1, 1)
GRID(narrow, 97, 2)
GRID(flat, 3, 211)
GRID(prime, 89, 53)
GRID(square, 64, 64)

// Colours side by side, of which each is a short row.
enum { Height = 61, Width = 47, Colours = 3 };
__attribute__((noinline)) static double colours(int start) {
  int *t = malloc(Height * Width * Colours * sizeof(int));
  int *u = malloc(Height * Width * Colours * sizeof(int));
  double sum = 0;
  for (size_t y = 0; y < Height; y++)
    for (size_t x = 0; x < Width; x++)
      for (size_t c = 0; c < Colours; c++)
        t[(y * Width + x) * Colours + c] = (y * 7 + x * 5 + c * 3 + start) % 64;
  for (size_t y = 1; y < Height - 1; y++)
    for (size_t x = 1; x < Width - 1; x++)
      for (size_t c = 0; c < Colours; c++)
        u[(y * Width + x) * Colours + c] =
            t[((y - 1) * Width + x) * Colours + c] +
            t[((y + 1) * Width + x) * Colours + c] -
            t[(y * Width + x - 1) * Colours + Colours - 1 - c];
  for (size_t y = 1; y < Height - 1; y++)
    for (size_t x = 1; x < Width - 1; x++)
      for (size_t c = 0; c < Colours; c++)
        sum += u[(y * Width + x) * Colours + c] * (double)(x + c);
  free(t);
  free(u);
  return sum;
}

// Every other element of every other row, and a table with one more row and
// column than its arguments.
__attribute__((noinline)) static double halves(int start) {
  enum { H = 62, W = 74 };
  static float t[H * W];
  float *h = malloc(H / 2 * (W / 2) * sizeof(float));
  double sum = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      t[y * W + x] = (y * x + start) % 31;
  for (int y = 0; y < H / 2; y++)
    for (int x = 0; x < W / 2; x++)
      h[y * (W / 2) + x] = t[2 * y * W + 2 * x] + t[2 * y * W + 2 * x + 1] +
                           t[(2 * y + 1) * W + 2 * x];
  for (int y = 1; y < H / 2; y++)
    for (int x = 0; x < W / 2; x++)
      sum += h[y * (W / 2) + x] - h[(y - 1) * (W / 2) + x] * 3;
  free(h);
  return sum;
}

__attribute__((noinline)) static double table(int start) {
  enum { N = 203, M = 107 };
  int *d = malloc((N + 1) * (M + 1) * sizeof(int));
  for (int i = 0; i <= N; i++)
    d[i * (M + 1)] = i + start;
  for (int j = 0; j <= M; j++)
    d[j] = j + start;
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= M; j++) {
      int diagonal = d[(i - 1) * (M + 1) + j - 1] + (i * 7 % 5 != j * 3 % 4);
      int step = 1 + (d[(i - 1) * (M + 1) + j] < d[i * (M + 1) + j - 1]
                          ? d[(i - 1) * (M + 1) + j]
                          : d[i * (M + 1) + j - 1]);
      d[i * (M + 1) + j] = diagonal < step ? diagonal : step;
    }
  int last = d[N * (M + 1) + M];
  free(d);
  return last;
}

// A loop over all elements between two over rows.
__attribute__((noinline)) static double between(int start) {
  enum { H = 59, W = 83 };
  double *gx = malloc(H * W * sizeof(double));
  double *gy = malloc(H * W * sizeof(double));
  double *m = malloc(H * W * sizeof(double)), sum = 0;
  for (int i = 0; i < H * W; i++)
    gx[i] = gy[i] = 0;
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++) {
      gx[y * W + x] = (x * 5 + y * start) % 23 - (x * 3) % 7;
      gy[y * W + x] = (y * 11 + x) % 13;
    }
  for (int i = 0; i < H * W; i++)
    m[i] = gx[i] * gx[i] + gy[i] * gy[i];
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++)
      if (m[y * W + x] > m[y * W + x - 1] && m[y * W + x] > m[y * W + x + 1])
        sum += m[y * W + x] * x;
  free(gx);
  free(gy);
  free(m);
  return sum;
}

// Windows at every other element: no rows of two.
__attribute__((noinline)) static double windows(int start) {
  enum { N = 4001, K = 8, M = 1990 };
  double *a = malloc(N * sizeof(double)), *b = malloc(M * sizeof(double));
  double sum = 0;
  for (int i = 0; i < N; i++)
    a[i] = (i * 17 + start) % 41;
  for (int i = 0; i < M; i++) {
    double s = 0;
    for (int k = 0; k < K; k++)
      s += a[2 * i + k] * (k - 3);
    b[i] = s;
  }
  for (int i = 0; i + 1 < M; i++)
    sum += b[i] * b[i + 1];
  free(a);
  free(b);
  return sum;
}

// x + 1 is in the next row in the end: there are no rows of 67.
__attribute__((noinline)) static double over(int start) {
  enum { H = 71, W = 67 };
  double *a = malloc(H * W * sizeof(double)), sum = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      a[y * W + x] = (y * 13 + x * 5 + start) % 17;
  for (int y = 0; y < H - 1; y++)
    for (int x = 0; x < W; x++)
      sum += a[y * W + x] - 2 * a[y * W + x + 1];
  free(a);
  return sum;
}

// Three dimensions, and two arrays in turns.
__attribute__((noinline)) static double turns(int steps) {
  enum { N = 13, M = 11, K = 17 };
  double *a = malloc(N * M * K * sizeof(double));
  double *b = malloc(N * M * K * sizeof(double)), sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      for (int k = 0; k < K; k++)
        a[(i * M + j) * K + k] = b[(i * M + j) * K + k] = (i * j + k) % 19;
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < M - 1; j++)
        for (int k = 1; k < K - 1; k++)
          b[(i * M + j) * K + k] =
              0.2 * (a[((i - 1) * M + j) * K + k] +
                     a[((i + 1) * M + j) * K + k] + a[(i * M + j - 1) * K + k] +
                     a[(i * M + j + 1) * K + k] + a[(i * M + j) * K + k - 1]);
    for (int i = 0; i < N * M * K; i++)
      a[i] = b[i];
  }
  for (int i = 0; i < N * M * K; i++)
    sum += a[i] * (i % 7);
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) {
  int start = atoi(argv[1]);
  printf("%.17g %.17g %.17g %.17g %.17g\n", point(start), narrow(start),
         flat(start), prime(start), square(start));
  printf("%.17g %.17g %.17g %.17g %.17g\n", colours(start), halves(start),
         table(start), over(start), turns(start));
  printf("%.17g %.17g\n", between(start), windows(start));
}
