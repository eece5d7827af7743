// Filters that ask in each iteration over their window if it is beyond a
// border: what is there instead, or that nothing is, is decided by counters,
// and the window is unrolled.
// contracted: 8
// sizes: 0,0 1,1 1,5 2,3 3,2 5,5 7,7 8,9 13,4 4,13 31,17 50,47 101,90 130,100
// RUN: %differential %s
#include "Inputs/program.h"

#define apart __attribute__((noinline)) static
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/// The nearest element inside.
apart void clamped(int h, int w, const float *restrict in,
                   float *restrict out) {
  float *t = malloc((h * w + 1) * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -3; i <= 3; i++) {
        int at = x + i;
        if (at < 0)
          at = 0;
        if (at >= w)
          at = w - 1;
        sum += in[y * w + at] * (i + 4);
      }
      t[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -3; i <= 3; i++)
        sum += t[MIN(MAX(y + i, 0), h - 1) * w + x] * (i + 5);
      out[y * w + x] = sum;
    }
  free(t);
}

/// The same of numbers of one width, the smaller of the larger.
apart void nearest(int h, int w, const float *restrict in,
                   float *restrict out) {
  float *t = malloc((h * w + 1) * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -2; i <= 2; i++)
        sum += in[y * w + MIN(MAX(x + i, 0), w - 1)] * (i + 7);
      t[y * w + x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int i = -2; i <= 2; i++)
        sum += t[MIN(MAX(y + i, 0), h - 1) * w + x] * (i + 9);
      out[y * w + x] += sum;
    }
  free(t);
}

/// The element as far inside as the window is outside; there has to be one.
apart void mirrored(int h, int w, const int (*restrict in)[w],
                    int (*restrict out)[w]) {
  if (h < 3 || w < 3)
    return;
  int (*t)[w] = malloc(h * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int sum = 0;
      for (int i = -2; i <= 2; i++) {
        int at = x + i < 0 ? -x - i : x + i;
        at = at >= w ? 2 * w - 2 - at : at;
        sum = sum * 3 + in[y][at];
      }
      t[y][x] = sum;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int sum = 0;
      for (int i = -2; i <= 2; i++) {
        int at = y + i < 0 ? -y - i : y + i;
        at = at >= h ? 2 * h - 2 - at : at;
        sum = sum * 5 + t[at][x];
      }
      out[y][x] = sum;
    }
  free(t);
}

/// Nothing, and squares.
apart void skipped(long h, long w, const unsigned char (*restrict in)[w],
                   unsigned char (*restrict out)[w]) {
  unsigned char (*t)[w] = malloc((h + 1) * sizeof *t);
  unsigned (*u)[w] = malloc((h + 1) * sizeof *u);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      unsigned sum = 0, count = 0;
      for (long j = -1; j <= 1; j++)
        for (long i = -1; i <= 1; i++) {
          if (y + j < 0 || y + j >= h || x + i < 0 || x + i >= w)
            continue;
          sum += in[y + j][x + i];
          count++;
        }
      t[y][x] = sum / count;
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      u[y][x] = 0;
      for (long i = -4; i <= 4; i++)
        if (y + i >= 0 && y + i < h)
          u[y][x] += t[y + i][x];
    }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = u[y][x] / 9;
  free(t);
  free(u);
}

/// The largest, and windows of 33 elements, which are not unrolled.
apart void largest(int h, int w, const int *restrict in, int *restrict out) {
  int *t = malloc((h * w + 1) * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int most = in[y * w + x];
      for (int i = -16; i <= 16; i++)
        if (x + i >= 0 && x + i < w && in[y * w + x + i] > most)
          most = in[y * w + x + i];
      t[y * w + x] = most;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int most = t[y * w + x];
      for (int i = -16; i <= 16; i++)
        if (y + i >= 0 && y + i < h && t[(y + i) * w + x] > most)
          most = t[(y + i) * w + x];
      out[y * w + x] = most;
    }
  free(t);
}

/// Signals: an end that is clamped, and one that is left out.
apart void ends(int n, const int *restrict in, int *restrict out) {
  int *t = malloc((n + 1) * sizeof *t), *u = malloc((n + 1) * sizeof *u);
  for (int i = 0; i < n; i++) {
    t[i] = 0;
    for (int k = 0; k < 5; k++)
      t[i] += in[i + k < n ? i + k : n - 1] * (k + 1);
  }
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int k = 0; k < 4; k++)
      if (i >= k)
        sum += t[i - k] * (k + 1);
    u[i] = sum;
  }
  for (int i = 0; i < n; i++)
    out[i] += u[i] ^ t[i];
  free(t);
  free(u);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), n = h * w;
  int *in = malloc((n + 1) * sizeof *in), *out = calloc(n + 1, sizeof *out);
  float *from = malloc((n + 1) * sizeof *from), *to = calloc(n + 1, sizeof *to);
  unsigned char *bytes = malloc(n + 1), *others = calloc(n + 1, 1);
  for (long i = 0; i < n; i++) {
    in[i] = i * 31 % 1009 - 400;
    from[i] = i * 37 % 101 * 0.25f - 9;
    bytes[i] = i * i / 5;
  }
  unsigned long digest = 0;
  mirrored(h, w, (const int (*)[w])in, (int (*)[w])out);
  for (long i = 0; i < n; i++)
    digest = digest * 31 + out[i];
  largest(h, w, in, out);
  ends(n, in, out);
  skipped(h, w, (const unsigned char (*)[w])bytes,
          (unsigned char (*)[w])others);
  for (long i = 0; i < n; i++)
    digest = digest * 31 + out[i] + others[i] * 7;
  printf("%lu\n", digest);
  clamped(h, w, from, to);
  nearest(h, w, from, to);
  for (long i = 0; i < n; i++)
    show(to[i]);
  free(in);
  free(out);
  free(from);
  free(to);
  free(bytes);
  free(others);
}
