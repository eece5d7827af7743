// Loops over a few neighbours: under conditions on data, or with a table of
// directions.
// contracted: 7
// sizes: 0,0,3 1,0,2 0,1,2 1,1,1 1,2,0 2,1,5 2,2,3 2,3,0 3,2,4 3,3,1 7,5,0 5,7,3 13,40,6 40,13,2 31,101,5 64,64,0
// fast: 40
// RUN: %differential %s
#include "Inputs/grids.h"

#define apart __attribute__((noinline)) static

static const int Down[] = {1, -1, 0, 0}, Right[] = {0, 0, 1, -1};

// Four directions.
apart void four(const unsigned char *in, int *out, int h, int w) {
  int(*a)[w] = malloc(h * sizeof *a);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y][x] = in[y * w + x] * 3 + y;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int sum = 0;
      for (int d = 0; d < 4; d++) {
        int v = y + Down[d], u = x + Right[d];
        if (v >= 0 && v < h && u >= 0 && u < w)
          sum += a[v][u];
      }
      out[y * w + x] += sum;
    }
  free(a);
}

// Eight, in a local table of pairs.
apart void eight(const unsigned char *in, int *out, long h, long w) {
  long steps[8][2] = {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};
  int(*a)[w] = malloc(h * sizeof *a);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      a[y][x] = in[y * w + x] ^ 5;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      int most = 0;
      for (int d = 0; d < 8; d++) {
        long v = y + steps[d][0], u = x + steps[d][1];
        if (v < 0 || v >= h || u < 0 || u >= w)
          continue;
        if (a[v][u] > most)
          most = a[v][u];
      }
      out[y * w + x] += most;
    }
  free(a);
}

// All around where a mask says so.
apart void masked(const unsigned char *in, const unsigned char *mask, int *out,
                  int h, int w) {
  int(*a)[w] = malloc(h * sizeof *a);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y][x] = in[y * w + x] * 7 + x;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      if (!mask[y * w + x]) {
        out[y * w + x] += a[y][x];
        continue;
      }
      int sum = 0, number = 0;
      for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
          if (y + j >= 0 && y + j < h && x + i >= 0 && x + i < w) {
            sum += a[y + j][x + i];
            number++;
          }
      out[y * w + x] += sum / number;
    }
  free(a);
}

// The same with a loop that ends early, which is left as it is.
apart void first(const unsigned char *in, const unsigned char *mask, int *out,
                 int h, int w) {
  int(*a)[w] = malloc(h * sizeof *a);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y][x] = in[y * w + x] + x;
  for (int y = 1; y < h; y++)
    for (int x = 1; x < w - 1; x++)
      if (mask[y * w + x])
        for (int i = -1; i <= 1; i++)
          if (a[y - 1][x + i] & 1) {
            out[y * w + x] += i + 2;
            break;
          }
  free(a);
}

// Row by row, from three of the row before that are open.
apart int paths(const unsigned char *closed, int h, int w) {
  int(*a)[w] = malloc((h + 1) * sizeof *a);
  for (int x = 0; x < w; x++)
    a[0][x] = x + 1;
  for (int y = 1; y <= h; y++)
    for (int x = 0; x < w; x++) {
      a[y][x] = 0;
      if (closed[y * w + x] < 4) {
        for (int i = -1; i <= 1; i++)
          if (x + i >= 0 && x + i < w)
            a[y][x] += a[y - 1][x + i];
        a[y][x] &= 0xffff;
      }
    }
  int sum = 0;
  for (int x = 0; x < w; x++)
    sum = sum * 3 + a[h][x];
  free(a);
  return sum;
}

// Weights in a table, directions in another one; the elements of the border are
// nearest neighbours of what is outside.
apart void weighted(const unsigned char *in, int *out, int h, int w) {
  static const double weights[3] = {0.25, 0.5, 0.125};
  static const short at[3] = {-1, 0, 2};
  double(*a)[w] = malloc(h * sizeof *a);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y][x] = in[y * w + x] * 0.5;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      double sum = 0;
      for (int d = 0; d < 3; d++) {
        int v = y + at[d];
        v = v < 0 ? 0 : v >= h ? h - 1 : v;
        sum += weights[d] * a[v][x];
      }
      out[y * w + x] += sum;
    }
  free(a);
}

// With a pragma that every loop has at -O1, in a way.
apart void rolled(const unsigned char *in, int *out, int h, int w) {
  int(*a)[w] = malloc(h * sizeof *a);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y][x] = in[y * w + x] + 2;
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
#pragma clang loop unroll(disable)
      for (int d = 0; d < 4; d++)
        out[y * w + x] += a[y + Down[d]][x + Right[d]];
  free(a);
}

// A table that is written later is none of constants.
apart void changed(const unsigned char *in, int *out, int h, int w) {
  int at[3] = {-1, 0, 1};
  int(*a)[w] = malloc(h * sizeof *a);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y][x] = in[y * w + x] + 2;
  for (int y = 0; y < h; y++) {
    for (int x = 1; x < w - 1; x++)
      for (int d = 0; d < 3; d++)
        out[y * w + x] += a[y][x + at[d]] * d;
    at[y % 3] = -at[y % 3];
  }
  free(a);
}

// Of three numbers that are chosen by data, with a loop around that runs twice.
apart int chosen(const unsigned char *in, int h, int w) {
  int(*a)[w] = malloc((h + 1) * sizeof *a), sum = 0;
  for (int x = 0; x < w; x++)
    a[0][x] = x;
  for (int y = 1; y <= h; y++)
    for (int x = 0; x < w; x++) {
      int best = 1000;
      for (int k = 0; k < 2; k++)
        if (in[y + k] > 2)
          for (int d = 0; d < 4; d++) {
            int u = x + Right[d] * (k + 1);
            if (u >= 0 && u < w && a[y - 1][u] + d < best)
              best = a[y - 1][u] + d;
          }
      a[y][x] = best % 997;
    }
  for (int x = 0; x < w; x++)
    sum = sum * 3 + a[h][x];
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  struct grids g = make_grids(argv);
  int h = g.h, w = g.w;
  unsigned char *data = g.data, *set = g.set;
  int *out = calloc(h * (w + 1ul) + 1, sizeof(int));
  if (w > 0) {
    four(data, out, h, w);
    eight(data, out, h, w);
    masked(data, set, out, h, w);
    first(data, set, out, h, w);
    weighted(data, out, h, w);
    rolled(data, out, h, w);
    changed(data, out, h, w);
    for (int i = 0; i < h * w; i++)
      printf("%d\n", out[i]);
    printf("%d %d\n", paths(data, h, w), chosen(data, h, w));
  }
  free(out);
  free_grids(g);
}
