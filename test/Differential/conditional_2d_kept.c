// Tables of which some elements are written and others keep what they held, as
// data say: zeros, a constant, what a loop before has stored, or nothing at all.
// contracted: 17
// sizes: 0,0,3 1,0,2 0,1,2 1,1,1 1,2,0 2,1,5 2,2,3 2,3,0 3,2,4 3,3,1 7,5,0 5,7,3 13,40,6 40,13,2 31,101,5 64,64,0
// fast: 40
// RUN: %differential %s
#include "Inputs/grids.h"

#define apart __attribute__((noinline)) static

static int smaller(int a, int b) { return a < b ? a : b; }

// The longest common part of two texts: most elements stay zero.
apart int part(const unsigned char *x, const unsigned char *y, int n, int m) {
  int *d = calloc((n + 1) * (m + 1ul), sizeof(int)), longest = 0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      if (x[i - 1] == y[j - 1]) {
        d[i * (m + 1) + j] = d[(i - 1) * (m + 1) + j - 1] + 1;
        if (d[i * (m + 1) + j] > longest)
          longest = d[i * (m + 1) + j];
      }
  free(d);
  return longest;
}

// The same over all of an array of variable length: in the first row and column
// nothing is stored either.
apart int everywhere(const unsigned char *x, const unsigned char *y, int n,
                     int m) {
  int d[n + 1][m + 1], longest = 0;
  memset(d, 0, sizeof d);
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= m; j++) {
      if (i > 0 && j > 0 && x[i - 1] == y[j - 1])
        d[i][j] = d[i - 1][j - 1] + 1;
      if (d[i][j] > longest)
        longest = d[i][j];
    }
  return longest;
}

// The cheapest way down; fields that are closed stay as dear as they were.
apart int down(const unsigned char *cost, int h, int w) {
  int (*d)[w + 1] = malloc((h + 1) * sizeof *d);
  for (int i = 0; i <= h; i++)
    for (int j = 0; j <= w; j++)
      d[i][j] = 10000;
  for (int j = 0; j <= w; j++)
    d[0][j] = cost[j];
  for (int i = 1; i <= h; i++)
    for (int j = 1; j < w; j++)
      if (cost[i * (w + 1) + j] < 5)
        d[i][j] = smaller(d[i - 1][j - 1], smaller(d[i - 1][j], d[i - 1][j + 1])) +
                  cost[i * (w + 1) + j];
  int least = d[h][0];
  for (int j = 1; j <= w; j++)
    least = smaller(least, d[h][j]);
  free(d);
  return least;
}

// A value for every element, and better ones for some.
apart int better(const unsigned char *cost, int h, int w) {
  int (*d)[w + 1] = malloc((h + 1) * sizeof *d);
  for (int j = 0; j <= w; j++)
    d[0][j] = cost[j];
  for (int i = 1; i <= h; i++)
    for (int j = 0; j <= w; j++) {
      d[i][j] = d[i - 1][j] + cost[j];
      if (j > 0 && d[i - 1][j - 1] < d[i][j])
        d[i][j] = d[i - 1][j - 1];
      if (j < w && d[i - 1][j + 1] < d[i][j] && cost[j] > 1)
        d[i][j] = d[i - 1][j + 1] + 2;
    }
  int all = 0;
  for (int j = 0; j <= w; j++)
    all = all * 5 + d[h][j];
  free(d);
  return all;
}

// An image with some of its elements mended, in place, in front of a filter.
apart void mended(const double *in, const unsigned char *bad, double *out,
                  int h, int w) {
  double (*t)[w] = malloc(sizeof(double[h][w]));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      t[y][x] = in[y * w + x] * 0.5;
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++)
      if (bad[y * w + x])
        t[y][x] = (in[y * w + x - 1] + in[y * w + x + 1]) * 0.25;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = t[y][x] - t[y > 0 ? y - 1 : 0][x];
  free(t);
}

// Several conditions, each with a store, and one with two.
apart int several(const unsigned char *a, int h, int w) {
  int (*p)[w + 1] = calloc(h + 1, sizeof *p);
  for (int j = 0; j <= w; j++)
    p[0][j] = a[j];
  for (int i = 1; i <= h; i++)
    for (int j = 0; j <= w; j++) {
      if (a[i * (w + 1) + j] == 1)
        p[i][j] = p[i - 1][j];
      else if (a[j] == 2) {
        p[i][j] = 7;
        if (a[i] > 3)
          p[i][j] = 9;
      } else if (a[i * (w + 1) + j] == 3 && j > 1)
        p[i][j] = p[i - 1][j - 1] + p[i][j - 1] % 13;
    }
  int sum = 0;
  for (int j = 0; j <= w; j++)
    sum = sum * 5 + p[h][j];
  free(p);
  return sum;
}

// What is there already is asked for, and counted up.
apart int counted(const unsigned char *a, int h, int w) {
  int (*p)[w + 1] = malloc((h + 1) * sizeof *p);
  for (int i = 0; i <= h; i++)
    for (int j = 0; j <= w; j++)
      p[i][j] = a[i * (w + 1) + j] & 3;
  for (int i = 1; i <= h; i++)
    for (int j = 0; j <= w; j++) {
      if (p[i - 1][w - j] > p[i][j])
        p[i][j] += p[i - 1][j];
      if (p[i][j] > 100)
        p[i][j] -= 97;
    }
  int sum = 0;
  for (int j = 0; j <= w; j++)
    sum = sum * 5 + p[h][j];
  free(p);
  return sum;
}

// Elements that are never written are never read.
apart double undefined(const unsigned char *a, const double *in, int h, int w) {
  double (*p)[w + 1] = malloc((h + 1) * sizeof *p), sum = 0;
  for (int i = 0; i <= h; i++)
    for (int j = 0; j <= w; j++)
      if (a[i * (w + 1) + j])
        p[i][j] = in[i * (w + 1) + j] * 3;
  for (int i = 0; i <= h; i++)
    for (int j = 0; j <= w; j++)
      if (a[i * (w + 1) + j])
        sum += p[i][j];
  free(p);
  return sum;
}

// Where nothing is stored, the element would be in front of the array, behind
// it, or in another row.
apart int outside(const unsigned char *a, int h, int w) {
  int (*p)[w + 1] = calloc(h + 1, sizeof *p);
  int *q = calloc(h + 1, sizeof *q);
  for (int i = 0; i <= h; i++) {
    if (i < h && a[i])
      q[i + 1] = i;
    for (int j = 0; j <= w; j++)
      if (a[i * (w + 1) + j] + (i > 0 ? 1 : -100) > 0)
        p[i - 1][j] = q[i] + a[j];
  }
  int sum = 0;
  for (int j = 0; j <= w && h > 0; j++)
    sum = sum * 5 + p[h - 1][j];
  free(p);
  free(q);
  return sum;
}

// Each element twice, the second time under another condition.
apart int twice(const unsigned char *a, int h, int w) {
  int (*p)[w + 1] = calloc(h + 1, sizeof *p), sum = 0;
  for (int i = 0; i <= h; i++) {
    for (int j = 0; j <= w; j++)
      if (a[j] > 2)
        p[i][j] = a[i * (w + 1) + j];
    for (int j = 0; j <= w; j++)
      if (a[j] > 3)
        p[i][j] = p[i][w - j] * 3;
    for (int j = 0; j <= w; j++)
      sum = sum * 3 + p[i][j];
  }
  free(p);
  return sum;
}

// A running value beside the table, and elements of one byte.
apart int running(const unsigned char *a, int h, int w) {
  unsigned char (*p)[w + 1] = calloc(h + 1, sizeof *p);
  int best = 0, run = 0;
  for (int i = 1; i <= h; i++)
    for (int j = 1; j <= w; j++)
      if (a[i * (w + 1) + j] & 1) {
        p[i][j] = 1 + smaller(p[i - 1][j - 1], smaller(p[i - 1][j], p[i][j - 1]));
        best = p[i][j] > best ? p[i][j] : best;
        run = run * 3 + best;
      }
  free(p);
  return run;
}

// Things that fit or do not: from an element whose column is in memory.
apart int fitting(const unsigned char *weight, int n, int most) {
  int (*best)[most + 1] = malloc((n + 1) * sizeof *best);
  for (int c = 0; c <= most; c++)
    best[0][c] = 0;
  for (int i = 1; i <= n; i++)
    for (int c = 0; c <= most; c++) {
      best[i][c] = best[i - 1][c];
      if (weight[i] <= c && best[i - 1][c - weight[i]] + i > best[i][c])
        best[i][c] = best[i - 1][c - weight[i]] + i;
    }
  int value = best[n][most];
  free(best);
  return value;
}

// The second store depends on what the first one left.
apart int dependent(const unsigned char *a, int h, int w) {
  int (*p)[w + 1] = malloc((h + 1) * sizeof *p);
  for (int j = 0; j <= w; j++)
    p[0][j] = a[j];
  for (int i = 1; i <= h; i++)
    for (int j = 0; j <= w; j++) {
      if (a[i * (w + 1) + j] > 2) {
        p[i][j] = p[i - 1][j] + 1;
        if (p[i][j] % 3 == 0 && a[j] > 1)
          p[i][j] = p[i][j] / 3;
      } else
        p[i][j] = i;
    }
  int sum = 0;
  for (int j = 0; j <= w; j++)
    sum = sum * 5 + p[h][j];
  free(p);
  return sum;
}

// What is read behind the store in a branch is not to be overwritten by it.
apart int behind(const unsigned char *a, int h, int w) {
  int (*p)[w + 1] = malloc((h + 1) * sizeof *p), sum = 0;
  for (int j = 0; j <= w; j++)
    p[0][j] = a[j];
  for (int i = 1; i <= h; i++)
    for (int j = 0; j <= w; j++) {
      int asked = a[j];
      p[i][j] = a[i * (w + 1) + j] + i;
      if (asked > 2)
        sum = sum * 3 + p[i - 1][j];
    }
  free(p);
  return sum;
}

// The same with several branches in between, and a store in one of them.
apart int behindBranches(const unsigned char *a, int h, int w) {
  int (*p)[w + 1] = malloc((h + 1) * sizeof *p), sum = 0;
  for (int j = 0; j <= w; j++)
    p[0][j] = a[j];
  for (int i = 1; i <= h; i++)
    for (int j = 0; j <= w; j++) {
      p[i][j] = i - j;
      if (a[j] > 1) {
        sum ^= i * j;
        if (a[i * (w + 1) + j] > 3)
          sum += p[i - 1][j];
        else if (a[j] == 2)
          p[i][j] = p[i - 1][j] + 5;
      }
    }
  free(p);
  return sum;
}

// A copy is read that was made before: not from the original, if that stays in
// its place and has been written again in front of the read.
apart int copied(const unsigned char *a, const int *first, int h, int w) {
  int (*p)[w + 1] = malloc((h + 1) * sizeof *p), (*q)[w + 1] = malloc((h + 1) * sizeof *q);
  int sum = 0;
  for (int i = 0; i <= h; i++)
    for (int j = 0; j <= w; j++)
      p[i][j] = a[i * (w + 1) + j] * 3 + j + 1;
  for (int i = 0; i <= h; i++)
    q[i][0] = first[i];
  for (int i = 0; i <= h; i++)
    for (int j = 1; j <= w; j++)
      q[i][j] = p[i][j];
  for (int i = 0; i <= h; i++)
    for (int j = 0; j <= w; j++)
      if (a[i * (w + 1) + j] > 2) {
        p[i][j] = 1000 / a[i * (w + 1) + j];
        sum += 77 / q[i][j];
      }
  for (int i = 0; i <= h; i++)
    for (int j = 0; j <= w; j++)
      sum = (sum * 3 + p[h - i][w - j]) & 0xffffff;
  free(p);
  free(q);
  return sum;
}

// It is not known whether one element is written, or another one.
apart int either(const unsigned char *a, int h, int w) {
  int (*p)[w + 1] = calloc(h + 1, sizeof *p), sum = 0;
  for (int i = 1; i <= h; i++)
    for (int j = 1; j <= w; j++)
      if (a[i * (w + 1) + j] > 3)
        p[i][j] = p[i - 1][j] + j;
      else if (a[i * (w + 1) + j] > 1)
        p[i - 1][j] = p[i][j - 1] + i;
  for (int j = 0; j <= w; j++)
    sum = sum * 3 + p[h][j];
  free(p);
  return sum;
}

int main(int argc, char **argv) {
  struct grids g = make_grids(argv);
  int h = g.h, w = g.w;
  unsigned char *data = g.data, *set = g.set;
  double *in = g.in, *out = g.out;
  printf("%d %d %d %d\n", part(data, data + 5, h, w), part(set, set + 3, h, w),
         everywhere(data, data + 3, h, w), everywhere(set, data, h, w));
  printf("%d %d %d %d\n", down(data, h, w), better(data, h, w),
         several(data, h, w), counted(data, h, w));
  printf("%a %a\n", undefined(set, in, h, w), undefined(data, in, h, w));
  printf("%d %d %d\n", outside(data, h, w), outside(set, h, w),
         twice(data, h, w));
  printf("%d %d %d %d\n", running(data, h, w), fitting(data, h, w),
         dependent(data, h, w), either(data, h, w));
  int *first = malloc((h + 1) * sizeof(int));
  for (int i = 0; i <= h; i++)
    first[i] = i % 5 + 1;
  printf("%d ", copied(data, first, h, w));
  free(first);
  printf("%d %d %d\n", behind(data, h, w), behindBranches(data, h, w),
         behindBranches(set, h, w));
  if (w > 0) {
    mended(in, set, out, h, w);
    for (int i = 0; i < h * w; i++)
      printf("%a\n", out[i]);
  }
  free_grids(g);
}
