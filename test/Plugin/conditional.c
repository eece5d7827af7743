// What is read under a condition on data, and only where there is a neighbour.
// RUN: %c_and_plugin -O2 -g -c %s -o %t.o -Rpass=smolly \
// RUN:   -Rpass-missed=smolly 2> %t.txt
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=REMARK
#include <stdlib.h>

// Ways around obstacles: two stores of the three are not needed.
// REMARK: :[[@LINE+2]]:{{[0-9]+}}: remark: array 'ways' contracted from h * w to w elements
long paths(const unsigned char *blocked, int h, int w) {
  long (*ways)[w] = malloc(h * sizeof *ways);
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      if (blocked[i * w + j])
        ways[i][j] = 0;
      else if (i == 0 && j == 0)
        ways[i][j] = 1;
      else {
        ways[i][j] = 0;
        if (i > 0)
          ways[i][j] += ways[i - 1][j];
        if (j > 0)
          ways[i][j] += ways[i][j - 1];
      }
    }
  long all = ways[h - 1][w - 1];
  free(ways);
  return all;
}

// Two passes: rows in place of images, and loops of their own for borders.
// REMARK: :[[@LINE+3]]:{{[0-9]+}}: remark: array 'across' contracted from h * w to 3 * w elements
// REMARK: remark: array 'both' contracted from h * w to w elements
void masked(const float *in, const unsigned char *mask, float *out, int h, int w) {
  float (*across)[w] = malloc(sizeof(float[h][w]));
  float (*both)[w] = malloc(sizeof(float[h][w]));
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

// Opposite conditions, one after the other.
// REMARK: :[[@LINE+2]]:{{[0-9]+}}: remark: array 'found' contracted
int subset(const int *numbers, int n, int sum) {
  char (*found)[sum + 1] = malloc(n + 1l + (n + 1l) * sum);
  for (int j = 0; j <= sum; j++)
    found[0][j] = j == 0;
  for (int i = 1; i <= n; i++)
    for (int j = 0; j <= sum; j++) {
      if (j < numbers[i - 1])
        found[i][j] = found[i - 1][j];
      if (j >= numbers[i - 1])
        found[i][j] = found[i - 1][j] || found[i - 1][j - numbers[i - 1]];
    }
  int result = found[n][sum];
  free(found);
  return result;
}

// A place that data choose among three.
// REMARK: :[[@LINE+2]]:{{[0-9]+}}: remark: array 'u' contracted from (n + 1) * w to w + 1 elements
double heat(const unsigned char *solid, int n, int w) {
  double (*u)[w] = malloc((n + 1) * sizeof *u);
  for (int j = 0; j < w; j++)
    u[0][j] = j;
  for (int t = 1; t <= n; t++)
    for (int j = 0; j < w; j++) {
      double l = j > 0 && !solid[j - 1] ? u[t - 1][j - 1] : u[t - 1][j];
      double r = j < w - 1 && !solid[j + 1] ? u[t - 1][j + 1] : u[t - 1][j];
      u[t][j] = 0.5 * u[t - 1][j] + 0.25 * (l + r);
    }
  double sum = 0;
  for (int j = 0; j < w; j++)
    sum += u[n][j];
  free(u);
  return sum;
}

// The first element of a row has a left neighbour in the row before, of which
// only the data say that nobody reads it.
// REMARK: :[[@LINE+2]]:{{[0-9]+}}: remark: array 'p' left as it is: the loops that use it are not understood
int flat(const unsigned char *a, int h, int w) {
  int *p = malloc((h + 1) * w * sizeof(int));
  for (int j = 0; j < w; j++)
    p[j] = a[j];
  for (int i = 1; i <= h; i++)
    for (int j = 0; j < w; j++)
      p[i * w + j] = a[i * w + j] ? p[i * w + j - 1] : p[(i - 1) * w + j];
  int last = p[h * w + w - 1];
  free(p);
  return last;
}
