// Vectors of vectors that a function is handed.
// contracted: 12
// sizes: 0,0 1,1 2,3 3,2 5,4 7,7 13,40 30,151 64,23
// fast: 7
// RUN: %differential %s
#include "Inputs/program.h"
#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#define NOINLINE __attribute__((noinline)) static

using Row = std::vector<double>;
using Image = std::vector<Row>;

// Sizes are differences of pointers.
NOINLINE void sharpen(const Image &in, Image &out) {
  size_t h = in.size(), w = in[0].size();
  Image bx(h, Row(w)), by(h, Row(w));
  for (size_t y = 0; y < h; y++)
    for (size_t x = 1; x + 1 < w; x++)
      bx[y][x] = (in[y][x - 1] + 2 * in[y][x] + in[y][x + 1]) * 0.25;
  for (size_t y = 1; y + 1 < h; y++)
    for (size_t x = 1; x + 1 < w; x++)
      by[y][x] = (bx[y - 1][x] + 2 * bx[y][x] + bx[y + 1][x]) * 0.25;
  for (size_t y = 1; y + 1 < h; y++)
    for (size_t x = 1; x + 1 < w; x++)
      out[y][x] = 2 * in[y][x] - by[y][x];
}

NOINLINE int cheapest(std::vector<std::vector<int>> &grid) {
  int m = grid.size(), n = grid[0].size();
  std::vector<std::vector<int>> d(m, std::vector<int>(n, 0));
  d[0][0] = grid[0][0];
  for (int i = 1; i < m; i++)
    d[i][0] = d[i - 1][0] + grid[i][0];
  for (int j = 1; j < n; j++)
    d[0][j] = d[0][j - 1] + grid[0][j];
  for (int i = 1; i < m; i++)
    for (int j = 1; j < n; j++)
      d[i][j] = std::min(d[i - 1][j], d[i][j - 1]) + grid[i][j];
  return d[m - 1][n - 1];
}

NOINLINE int largest_square(const std::vector<std::vector<char>> &a) {
  int h = a.size(), w = a[0].size(), best = 0;
  std::vector<std::vector<int>> d(h + 1, std::vector<int>(w + 1, 0));
  for (int i = 1; i <= h; i++)
    for (int j = 1; j <= w; j++)
      if (a[i - 1][j - 1] == '1') {
        d[i][j] = std::min({d[i - 1][j], d[i][j - 1], d[i - 1][j - 1]}) + 1;
        best = std::max(best, d[i][j]);
      }
  return best * best;
}

// One vector for all rows, of a size that is asked for again and again.
NOINLINE void ridges(const Image &in, Image &out) {
  std::vector<double> t(in.size() * in[0].size());
  size_t w = in[0].size();
  for (size_t y = 0; y < in.size(); y++)
    for (size_t x = 0; x < w; x++)
      t[y * w + x] = in[y][x] * in[y][x];
  for (size_t y = 1; y < in.size(); y++)
    for (size_t x = 0; x < w; x++)
      out[y][x] = t[y * w + x] - t[(y - 1) * w + x];
}

// In place, with a vector for its rows.
NOINLINE void soften(Image &a, double by) {
  int h = a.size(), w = h > 0 ? a[0].size() : 0;
  Image t(h, Row(w, 0.0));
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++)
      t[y][x] = a[y][x - 1] + a[y][x + 1];
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      a[y][x] = a[y][x] * by + t[y - 1][x] + t[y + 1][x];
}

struct Field {
  std::vector<std::vector<float>> cells;
  std::vector<float> sums;
};

NOINLINE void note_sums(Field &f) {
  size_t h = f.cells.size(), w = f.sums.size();
  std::vector<std::vector<float>> t(h, std::vector<float>(w));
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      t[y][x] = f.cells[y][x] + 1;
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      f.sums[x] += t[y][x];
}

// Rows may be shorter than the first one, if nobody asks for more of them.
NOINLINE double below(const Image &a) {
  int n = a.size();
  Image t(n, Row(n));
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      t[i][j] = a[i][j] * 0.5;
  double sum = 0;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++)
      sum += t[i][j] - t[i - 1][j];
  return sum;
}

// Something is thrown where the sizes are not those of the other image.
NOINLINE void difference(const Image &a, const Image &b, Image &out) {
  if (a.size() != b.size() || a.size() != out.size())
    throw std::invalid_argument("heights");
  size_t h = a.size(), w = h > 0 ? a[0].size() : 0;
  Image t(h, Row(w)), u(h, Row(w));
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      t[y][x] = a[y][x] - b[y][x];
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      u[y][x] = t[y][x] > 0 ? t[y][x] : -t[y][x];
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      out[y][x] = u[y][x] + t[y][x] * 0.5;
}

NOINLINE Image copied(const Image &a) {
  size_t h = a.size(), w = a[0].size();
  Image t(h, Row(w)), out(h, Row(w));
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      t[y][x] = a[y][x] + y;
  for (size_t y = 1; y < h; y++)
    for (size_t x = 0; x < w; x++)
      out[y][x] = t[y - 1][x] * t[y][x];
  return out;
}

// There is no vector of so many elements, and nobody looks at the tables.
NOINLINE int allocated(double *const *const *in, double *const *const *out,
                       long h, long w) {
  double *t;
  try {
    t = new double[h * w];
  } catch (const std::bad_alloc &) {
    return -1;
  }
  double *const *from = *in, *const *to = *out;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      t[y * w + x] = from[y][x] * 3;
  for (long y = 1; y < h; y++)
    for (long x = 0; x < w; x++)
      to[y][x] = t[y * w + x] - t[(y - 1) * w + x];
  delete[] t;
  return 0;
}

static void show_all(const Image &a) {
  double sum = 0;
  for (const Row &row : a)
    for (double x : row)
      sum = sum * 0.75 + x;
  show(sum);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  Image a, b, c;
  // In between, what is freed leaves gaps that later rows are put into.
  Image gaps(h, Row(w / 2));
  for (long y = 0; y < h; y++) {
    a.push_back(Row(w));
    b.push_back(Row(w, y * 0.25));
    c.push_back(Row(w));
    for (long x = 0; x < w; x++)
      a[y][x] = (y * 37 + x * 11) % 101;
    if (y % 3 == 1) {
      std::swap(a[y], c[y - 1]);
      std::swap(a[y], a[y - 1]);
    }
    if (y % 4 == 2)
      gaps[y - 1] = Row();
  }
  soften(a, 0.5);
  if (h > 0) {
    sharpen(a, b);
    ridges(b, c);
    // Of itself, too.
    ridges(c, c);
    show_all(copied(c));
  }
  difference(a, b, c);
  difference(c, b, c);
  try {
    gaps.push_back(Row());
    difference(a, b, gaps);
  } catch (const std::invalid_argument &e) {
    puts(e.what());
  }
  Field f = {std::vector<std::vector<float>>(h, std::vector<float>(w, 0.5f)),
             std::vector<float>(w)};
  note_sums(f);
  for (float x : f.sums)
    show(x);
  Image rows;
  for (long y = 0; y < h; y++)
    rows.push_back(Row(y + 1, y * 0.125));
  show(below(rows));
  std::vector<std::vector<int>> grid;
  std::vector<std::vector<char>> marks;
  for (long y = 0; y < h; y++) {
    grid.push_back(std::vector<int>(w));
    marks.push_back(std::vector<char>(w));
    for (long x = 0; x < w; x++) {
      grid[y][x] = (y * 37 + x * 11) % 101;
      marks[y][x] = (y * 7 + x) % 11 ? '1' : '0';
    }
  }
  if (h > 0 && w > 0) {
    printf("%d\n", cheapest(grid));
    printf("%d\n", largest_square(marks));
  }
  printf("%d\n", allocated(nullptr, nullptr, -1, 1));
  std::vector<double *> from, to;
  for (long y = 0; y < h; y++) {
    from.push_back(b[y].data());
    to.push_back(a[y].data());
  }
  double *const *in = from.data(), *const *out = to.data();
  printf("%d\n", allocated(&in, &out, h, w));
  show_all(a), show_all(b), show_all(c);
}
