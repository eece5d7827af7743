// Grids of zeros in a loop over time, some of whose elements nobody writes, or
// only in some steps: they are filled where they are needed, which is nowhere
// in some steps.
// contracted: 10
// sizes: 0,0,0 1,1,1 2,1,3 1,2,2 3,3,3 5,7,4 7,5,0 13,11,7 64,65,5 97,89,5
// fast: 64
// RUN: %differential %s
#include "Inputs/program.h"
#include <vector>

struct Grid {
  Grid(long h, long w) : h(h), w(w), values(h * w) {}
  double &at(long y, long x) { return values[y * w + x]; }
  double at(long y, long x) const { return values[y * w + x]; }
  long h, w;
  std::vector<double> values;
};

static Grid operator+(const Grid &a, const Grid &b) {
  Grid result(a.h, a.w);
  for (long i = 0; i < a.h * a.w; i++)
    result.values[i] = a.values[i] + b.values[i];
  return result;
}

static Grid operator*(double by, const Grid &a) {
  Grid result(a.h, a.w);
  for (long i = 0; i < a.h * a.w; i++)
    result.values[i] = by * a.values[i];
  return result;
}

// Zero at the border.
static Grid laplace(const Grid &a) {
  Grid result(a.h, a.w);
  for (long y = 1; y < a.h - 1; y++)
    for (long x = 1; x < a.w - 1; x++)
      result.at(y, x) = a.at(y - 1, x) + a.at(y + 1, x) + a.at(y, x - 1) +
                        a.at(y, x + 1) - 4 * a.at(y, x);
  return result;
}

static Grid start(long h, long w) {
  Grid u(h, w);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      u.at(y, x) = y * 7 % 11 + x * 0.25;
  return u;
}

__attribute__((noinline)) static double chain(long h, long w, long steps) {
  Grid u = start(h, w);
  for (long step = 0; step < steps; step++)
    u = 0.5 * u + 0.125 * (2 * u);
  return u.h * u.w == 0 ? 0 : u.values[h * w / 2];
}

__attribute__((noinline)) static double diffuse(long h, long w, long steps) {
  Grid u = start(h, w);
  for (long step = 0; step < steps; step++)
    u = u + 0.125 * laplace(u);
  double sum = 0;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      sum = sum * 0.5 + u.at(y, x);
  return sum;
}

// What is read in each step is written in every second one only.
__attribute__((noinline)) static double seldom(long h, long w, long steps) {
  Grid u = start(h, w);
  for (long step = 0; step < steps; step++) {
    Grid force(h, w), sum(h, w);
    if (step % 2 == 0)
      for (long y = 0; y < h; y++)
        for (long x = 0; x < w; x++)
          force.at(y, x) = u.at(y, x) * 0.125 + step;
    for (long y = 0; y < h; y++)
      for (long x = 1; x < w; x++)
        sum.at(y, x) = force.at(y, x) + force.at(y, x - 1);
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        u.at(y, x) = u.at(y, x) * 0.5 + sum.at(y, x);
  }
  return h * w == 0 ? 0 : u.values[h * w - 1] + u.values[h * w / 3];
}

static double *known;

// Somebody else gets to know the array, and reads what nobody has written.
__attribute__((noinline)) static double look(long i) { return known[i]; }

__attribute__((noinline)) static double shown(long h, long w, long steps) {
  double sum = 0;
  for (long step = 0; step < steps; step++) {
    Grid u(h, w), v(h, w);
    for (long y = 1; y < h; y++)
      for (long x = 0; x < w; x++)
        u.at(y, x) = y * 3 % 5 + x * step;
    for (long y = 1; y < h; y++)
      for (long x = 1; x < w; x++)
        v.at(y, x) = u.at(y, x) + u.at(y - 1, x - 1);
    known = v.values.data();
    if (h * w > 0)
      sum = sum * 0.5 + look(0) + look(h * w - 1);
  }
  return sum;
}

// Somebody else has known the array since before it is filled.
__attribute__((noinline)) static double known_before(long h, long w,
                                                     long steps) {
  double sum = 0, *v = (double *)malloc((h * w + 1) * sizeof(double));
  for (long i = 0; i <= h * w; i++)
    v[i] = i + 7;
  known = v;
  for (long step = 0; step < steps; step++) {
    memset(v, 0, (h * w + 1) * sizeof(double));
    sum = sum * 0.5 + look(h * w / 2);
    Grid u(h, w), d(h, w);
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        u.at(y, x) = y * 3 % 5 + x * step;
    for (long y = 1; y < h; y++)
      for (long x = 1; x < w; x++)
        d.at(y, x) = u.at(y, x) + u.at(y - 1, x - 1);
    for (long y = 1; y < h; y++)
      for (long x = 1; x < w; x++)
        sum += d.at(y, x);
    if (step % 3 == 2)
      for (long i = 0; i <= h * w; i++)
        v[i] += i;
  }
  sum += look(h * w);
  free(v);
  return sum;
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), steps = size(argv, 3);
  show(chain(h, w, steps));
  show(diffuse(h, w, steps));
  show(seldom(h, w, steps));
  show(shown(h, w, steps));
  show(known_before(h, w, steps));
}
