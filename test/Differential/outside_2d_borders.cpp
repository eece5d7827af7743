// Tables whose borders are set by conditions within the loops, and whose sums
// go over short windows.
// contracted: 4
// sizes: 0,0 1,1 1,7 2,3 3,2 5,4 7,7 13,40 30,151 64,23
// fast: 8
// RUN: %differential %s
#include "Inputs/program.h"
#include <algorithm>
#include <vector>

#define NOINLINE __attribute__((noinline)) static

using Grid = std::vector<std::vector<int>>;

NOINLINE int most(const Grid &grid) {
  if (grid.empty() || grid[0].empty())
    return 0;
  int m = grid.size(), n = grid[0].size();
  Grid d(m, std::vector<int>(n, 0));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      if (i == 0 && j == 0)
        d[i][j] = grid[i][j];
      else if (i == 0)
        d[i][j] = d[i][j - 1] + grid[i][j];
      else if (j == 0)
        d[i][j] = d[i - 1][j] + grid[i][j];
      else
        d[i][j] = std::max(d[i - 1][j], d[i][j - 1]) + grid[i][j];
    }
  return d[m - 1][n - 1];
}

// The corner has a condition of its own.
NOINLINE long ways(int m, int n) {
  std::vector<std::vector<long>> d(m + 1, std::vector<long>(n + 1));
  for (int i = 0; i <= m; ++i)
    for (int j = 0; j <= n; ++j)
      if (i == 0 && j == 0)
        d[i][j] = 1;
      else if (i == 0 || j == 0)
        d[i][j] = i + j;
      else
        d[i][j] = (d[i - 1][j] + d[i][j - 1] + d[i - 1][j - 1]) % 1000003;
  return d[m][n];
}

// Two bounds, of which LLVM knows that both sides are not negative.
NOINLINE long throws(int n, int m, const std::vector<int> &weights) {
  std::vector<std::vector<long>> f(n + 1, std::vector<long>(m + 1, 0));
  f[0][0] = 1;
  for (int i = 1; i <= n; i++)
    for (int s = 0; s <= m; s++) {
      f[i][s] = 0;
      for (int k = 0; k <= 6 && k <= s; k++)
        f[i][s] += f[i - 1][s - k];
      f[i][s] %= 1000000007;
    }
  long sum = 0;
  for (int s = 0; s <= m; s++)
    sum += f[n][s] * weights[s];
  return sum;
}

// A kernel of rows, larger than the image for some.
using Image = std::vector<std::vector<double>>;

NOINLINE Image convolve(const Image &in, const Image &kernel) {
  int h = in.size(), w = in[0].size(), r = kernel.size();
  Image t(h, std::vector<double>(w, 0.0)), out(h, std::vector<double>(w, 0.0));
  for (int y = 0; y + r <= h; y++)
    for (int x = 0; x + r <= w; x++)
      for (int i = 0; i < r; i++)
        for (int j = 0; j < r; j++)
          t[y][x] += in[y + i][x + j] * kernel[i][j];
  for (int y = 1; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y][x] = t[y][x] - t[y - 1][x];
  return out;
}

int main(int, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  Grid grid(h, std::vector<int>(w));
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      grid[y][x] = (y * 37 + x * 11) % 101 - 50;
  printf("%d\n", most(grid));
  printf("%ld\n", ways(h, w));
  std::vector<int> weights;
  for (long i = 0; i <= w; i++)
    weights.push_back(i % 17);
  printf("%ld\n", throws(h, w, weights));
  if (h == 0 || w == 0)
    return 0;
  Image in(h, std::vector<double>(w));
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      in[y][x] = (y * 5 + x * 3) % 7 * 0.25;
  for (long r : {1, 2, 5}) {
    Image kernel(r, std::vector<double>(r));
    for (long i = 0; i < r; i++)
      for (long j = 0; j < r; j++)
        kernel[i][j] = i + j * 0.5;
    for (const auto &row : convolve(in, kernel))
      for (double x : row)
        show(x);
  }
}
