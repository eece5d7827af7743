// Tables and images where what is done in an element depends on data, and what
// is read there on whether there is a neighbour: grids with obstacles, masks.
// contracted: 14
// sizes: 0,0,3 1,0,2 0,1,2 1,1,1 1,2,0 2,1,5 2,2,3 2,3,0 3,2,4 3,3,1 7,5,0 5,7,3 13,40,6 40,13,2 31,101,5 64,64,0
// fast: 40
// RUN: %differential %s
#include "Inputs/grids.h"

#define apart __attribute__((noinline)) static

static int smaller(int a, int b) { return a < b ? a : b; }

// How many ways there are from one corner to the other one.
apart long paths(const unsigned char *blocked, int h, int w) {
  long (*p)[w + 1] = malloc((h + 1) * sizeof *p);
  for (int i = 0; i <= h; i++)
    for (int j = 0; j <= w; j++) {
      if (blocked[i * (w + 1) + j])
        p[i][j] = 0;
      else if (i == 0 && j == 0)
        p[i][j] = 1;
      else {
        p[i][j] = 0;
        if (i > 0)
          p[i][j] += p[i - 1][j];
        if (j > 0)
          p[i][j] += p[i][j - 1];
        p[i][j] &= 0xffffff;
      }
    }
  long all = p[h][w];
  free(p);
  return all;
}

// The largest square without obstacles.
apart int square(const unsigned char *blocked, int h, int w) {
  int a[h + 1][w + 1], most = 0;
  for (int i = 0; i <= h; i++)
    for (int j = 0; j <= w; j++) {
      if (blocked[i * (w + 1) + j])
        a[i][j] = 0;
      else if (i == 0 || j == 0)
        a[i][j] = 1;
      else
        a[i][j] = 1 + smaller(a[i - 1][j - 1], smaller(a[i - 1][j], a[i][j - 1]));
      if (a[i][j] > most)
        most = a[i][j];
    }
  return most;
}

// The cheapest way down, three steps from each field that is free.
apart int down(const unsigned char *cost, long h, long w) {
  int *best = malloc((h + 1) * (w + 1) * sizeof(int));
  long m = w + 1;
  for (long j = 0; j < m; j++)
    best[j] = cost[j];
  for (long i = 1; i <= h; i++)
    for (long j = 0; j < m; j++)
      if (cost[i * m + j] > 3)
        best[i * m + j] = 1000;
      else {
        int x = best[(i - 1) * m + j];
        if (j > 0)
          x = smaller(x, best[(i - 1) * m + j - 1]);
        if (j + 1 < m)
          x = smaller(x, best[(i - 1) * m + j + 1]);
        best[i * m + j] = x + cost[i * m + j];
      }
  int least = best[h * m];
  for (long j = 1; j < m; j++)
    least = smaller(least, best[h * m + j]);
  free(best);
  return least;
}

// Two passes under a mask, each with the nearest neighbour at the border.
apart void masked(const double *in, const unsigned char *mask, double *out,
                  int h, int w) {
  double (*across)[w] = malloc(sizeof(double[h][w]));
  double (*both)[w] = malloc(sizeof(double[h][w]));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (mask[y * w + x]) {
        int l = x > 0 ? x - 1 : 0, r = x < w - 1 ? x + 1 : w - 1;
        across[y][x] = (in[y * w + l] + in[y * w + x] + in[y * w + r]) / 3;
      } else
        across[y][x] = in[y * w + x];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (mask[y * w + x]) {
        int u = y > 0 ? y - 1 : 0, d = y < h - 1 ? y + 1 : h - 1;
        both[y][x] = (across[u][x] + across[y][x] + across[d][x]) / 3;
      } else
        both[y][x] = across[y][x];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = in[y * w + x] - both[y][x];
  free(across);
  free(both);
}

// The same of a copy, in one pass: rows of the border take what is in `in`.
apart void copied(const double *in, const unsigned char *mask, double *out,
                  int h, int w) {
  double (*old)[w] = malloc(sizeof(double[h][w]));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      old[y][x] = in[y * w + x];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (!mask[y * w + x] && y > 0 && x > 0 && y < h - 1 && x < w - 1)
        out[y * w + x] = old[y - 1][x] + old[y + 1][x] - old[y][x - 1] -
                         old[y][x + 1];
      else
        out[y * w + x] = old[y][x];
  free(old);
}

// Heat that flows around obstacles, all steps in one array.
apart double heat(const unsigned char *solid, int n, int w) {
  double (*u)[w] = malloc((n + 1) * sizeof *u);
  for (int j = 0; j < w; j++)
    u[0][j] = j * j % 17;
  for (int t = 1; t <= n; t++)
    for (int j = 0; j < w; j++) {
      if (solid[j])
        u[t][j] = u[t - 1][j];
      if (!solid[j]) {
        double l = j > 0 && !solid[j - 1] ? u[t - 1][j - 1] : u[t - 1][j];
        double r = j < w - 1 && !solid[j + 1] ? u[t - 1][j + 1] : u[t - 1][j];
        u[t][j] = 0.5 * u[t - 1][j] + 0.25 * (l + r);
      }
    }
  double sum = 0;
  for (int j = 0; j < w; j++)
    sum += u[n][j] * (j + 1);
  free(u);
  return sum;
}

// Which sums some of the numbers have: opposite conditions, one by one.
apart int subset(const unsigned char *s, int n, int sum) {
  char a[n + 1][sum + 1];
  for (int i = 0; i <= n; i++)
    a[i][0] = 1;
  for (int j = 1; j <= sum; j++)
    a[0][j] = 0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= sum; j++) {
      if (j < s[i - 1])
        a[i][j] = a[i - 1][j];
      if (j >= s[i - 1])
        a[i][j] = a[i - 1][j] || a[i - 1][j - s[i - 1]];
    }
  int number = 0;
  for (int j = 0; j <= sum; j++)
    number = number * 3 + a[n][j];
  return number;
}

// The longest common subsequence, likewise.
apart int common(const unsigned char *x, const unsigned char *y, int n, int m) {
  int (*l)[m + 1] = malloc((n + 1) * sizeof *l);
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= m; j++)
      if (i == 0 || j == 0)
        l[i][j] = 0;
      else {
        if (x[i - 1] == y[j - 1])
          l[i][j] = l[i - 1][j - 1] + 1;
        if (x[i - 1] != y[j - 1])
          l[i][j] = -smaller(-l[i - 1][j], -l[i][j - 1]);
      }
  int longest = l[n][m];
  free(l);
  return longest;
}

// Conditions that are joined in other ways, and a place that is written up to
// three times.
apart int joined(const unsigned char *a, int h, int w) {
  int (*p)[w] = malloc((h + 1) * sizeof *p);
  for (int j = 0; j < w; j++)
    p[0][j] = a[j];
  for (int i = 1; i <= h; i++)
    for (int j = 0; j < w; j++)
      if (a[i * w + j] & 1) {
        p[i][j] = i;
        if (!(j == 0 || j == w - 1))
          p[i][j] += p[i - 1][j - 1] ^ p[i - 1][j + 1];
        if (j > 2 || i == h)
          p[i][j] *= 3;
        p[i][j] &= 255;
      } else if ((j & 1) == 0 && j < w - 1)
        p[i][j] = p[i - 1][j + 1];
      else
        p[i][j] = 1 - p[i - 1][j];
  int sum = 0;
  for (int j = 0; j < w; j++)
    sum = sum * 5 + p[h][j];
  free(p);
  return sum;
}

// A loop in the condition.
apart int window(const unsigned char *a, int h, int w) {
  int (*p)[w] = malloc((h + 1) * sizeof *p);
  for (int j = 0; j < w; j++)
    p[0][j] = a[j];
  for (int i = 1; i <= h; i++)
    for (int j = 0; j < w; j++) {
      int sum = 0;
      if (a[i * w + j] > 2)
        for (int k = -1; k <= 1; k++)
          if (j + k >= 0 && j + k < w)
            sum += p[i - 1][j + k];
      p[i][j] = sum & 127;
    }
  int sum = 0;
  for (int j = 0; j < w; j++)
    sum = sum * 5 + p[h][j];
  free(p);
  return sum;
}

// What is left of the first element of a row is the last one of the row before,
// of which only the data says whether it is read.
apart int flat(const unsigned char *a, int h, int w) {
  int *p = malloc((h + 1) * w * sizeof(int));
  for (int j = 0; j < w; j++)
    p[j] = a[j] & 3;
  for (int i = 1; i <= h; i++)
    for (int j = 0; j < w; j++)
      p[i * w + j] = a[i * w + j] & 1 ? p[i * w + j - 1] + 1 : p[(i - 1) * w + j];
  int sum = 0;
  for (int j = 0; j < w; j++)
    sum = sum * 5 + p[h * w + j];
  free(p);
  return sum;
}

// From one of two or three places, as the data wants it.
apart int chosen(const unsigned char *a, int h, int w) {
  int (*p)[w] = malloc((h + 1) * sizeof *p);
  for (int j = 0; j < w; j++)
    p[0][j] = a[j];
  for (int i = 1; i <= h; i++)
    for (int j = 0; j < w; j++) {
      int x = p[i - 1][a[i * w + j] > 3 ? j : w - 1 - j];
      int k = j + 1 < w && a[i * w + j + 1] > 2 ? j + 1 : j > 0 ? j - 1 : j;
      p[i][j] = (x * 3 + p[i - 1][k]) & 1023;
    }
  int sum = 0;
  for (int j = 0; j < w; j++)
    sum = sum * 5 + p[h][j];
  free(p);
  return sum;
}

// From above or from the left: one load of one of two pointers, for LLVM.
apart int either(const unsigned char *a, int h, int w) {
  int (*p)[w] = malloc((h + 1) * sizeof *p);
  for (int j = 0; j < w; j++)
    p[0][j] = a[j];
  for (int i = 1; i <= h; i++) {
    p[i][0] = a[i];
    for (int j = 1; j < w; j++)
      p[i][j] = a[i * w + j] > 3 ? p[i - 1][j] : p[i][j - 1];
  }
  int last = p[h][w - 1];
  free(p);
  return last;
}

// Or from what is no array of its own.
apart int other(const unsigned char *a, const int *b, int h, int w) {
  int *p = malloc((h + 1) * w * sizeof *p);
  for (int j = 0; j < w; j++)
    p[j] = a[j];
  for (int i = 1; i <= h; i++)
    for (int j = 0; j < w; j++)
      p[i * w + j] = j == 0                                    ? b[i]
                     : a[i * w + j] > 3 && a[i * w + j - 1] > 2 ? p[(i - 1) * w + j]
                                                                : p[i * w + j - 1];
  int sum = 0;
  for (int j = 0; j < w; j++)
    sum = sum * 5 + p[h * w + j];
  free(p);
  return sum;
}

// What is read may be what was stored just before: only the caller knows.
apart int back(const unsigned char *a, int h, int w, int rows) {
  int *p = malloc((h + 1) * w * sizeof(int));
  for (int j = 0; j < w; j++)
    p[j] = a[j] & 3;
  for (int i = 1; i <= h; i++)
    for (int j = 0; j < w; j++)
      if (a[i * w + j] & 1) {
        p[i * w + j] = i + j;
        int x = p[(i - rows) * w + j];
        p[i * w + j] = x * 3 & 255;
      } else
        p[i * w + j] = 5;
  int sum = 0;
  for (int j = 0; j < w; j++)
    sum = sum * 5 + p[h * w + j];
  free(p);
  return sum;
}

// Rows of a size that is known; sizes and counters without a sign.
apart unsigned known(const unsigned char *a, unsigned h) {
  enum { W = 19 };
  unsigned (*p)[W] = malloc((h + 1ul) * sizeof *p);
  for (unsigned j = 0; j < W; j++)
    p[0][j] = j;
  for (unsigned i = 1; i <= h; i++)
    for (unsigned j = 0; j < W; j++)
      if (a[i] == j % 4)
        p[i][j] = 7;
      else
        p[i][j] = (j >= 1 ? p[i - 1][j - 1] : 3) + (j < W - 1 ? p[i - 1][j + 1] : i);
  unsigned sum = 0;
  for (unsigned j = 0; j < W; j++)
    sum = sum * 3 + p[h][j];
  free(p);
  return sum;
}

int main(int argc, char **argv) {
  struct grids g = make_grids(argv);
  int h = g.h, w = g.w;
  unsigned char *data = g.data, *set = g.set;
  double *in = g.in, *out = g.out;
  set[0] = 0;
  printf("%ld %d %d\n", paths(set, h, w), square(set, h, w), down(data, h, w));
  if (w > 0) {
    masked(in, set, out, h, w);
    for (int i = 0; i < h * w; i++)
      printf("%a\n", out[i]);
    copied(in, set, out, h, w);
    for (int i = 0; i < h * w; i++)
      printf("%a\n", out[i]);
    int *numbers = malloc((h + 1) * sizeof(int));
    for (int i = 0; i <= h; i++)
      numbers[i] = i * 1001;
    printf("%d %d\n", either(data, h, w), other(data, numbers, h, w));
    free(numbers);
    printf("%d %d %d %d %d %d %a\n", joined(data, h, w), window(data, h, w),
           flat(data, h, w), chosen(data, h, w), back(data, h, w, 0),
           back(data, h, w, 1), heat(set, h, w));
  }
  printf("%d %d %u\n", subset(data, h, w), common(data, data + 5, h, w),
         known(data, h));
  free_grids(g);
}
