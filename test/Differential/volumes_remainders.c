// Neighbours on rings, found by remainders of all kinds, with steps back and
// further on, and neighbours that stop at an edge; rings may have one place.
// sizes: 0,0 1,1 1,2 2,1 2,3 3,2 5,5 7,3 31,4 37,41
// RUN: %differential --any-number %s
#include "Inputs/volumes.h"

static long positive(long a, long n) { return (a % n + n) % n; }

static long positive_by_branch(long a, long n) {
  long r = a % n;
  return r < 0 ? r + n : r;
}

void around(long h, long w, const double (*restrict in)[w],
            double (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = in[positive(y - 1, h)][x] + 2 * in[positive(y + 1, h)][x] +
                  3 * in[y][positive_by_branch(x - 2, w)] +
                  4 * in[y][(x + 3) % w];
}

void narrow(int h, int w, const double (*restrict in)[w],
            double (*restrict out)[w]) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y][x] = in[(y + h - 1) % h][(x + w - 1) % w] - in[y][(x + 2) % w] +
                  2 * in[((y - 2) % h + h) % h][((x - 3) % w + w) % w];
}

void of_unsigned(unsigned long h, unsigned long w, const double (*restrict in)[w],
                 double (*restrict out)[w]) {
  for (unsigned long y = 0; y < h; y++)
    for (unsigned long x = 0; x < w; x++)
      out[y][x] = in[(y + h - 1) % h][(x + 1) % w] - in[y][(x + w - 1) % w];
}

void downward(long h, long w, const double (*restrict in)[w],
              double (*restrict out)[w]) {
  for (long y = h - 1; y >= 0; y--)
    for (long x = w - 1; x >= 0; x--)
      out[y][x] = in[y][(2 * w - 1 - x) % w] - in[(h - y) % h][(w - x) % w];
}

void strided(long h, long w, const double (*restrict in)[w],
             double (*restrict out)[w]) {
  for (long y = 0; y < h; y += 2)
    for (long x = 1; x < w; x += 3)
      out[y][x] = in[y][(x + 2) % w] - in[(y + 2) % h][x];
}

void written(long h, long w, const double (*restrict in)[w],
             double (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[(y + 1) % h][(x + w - 1) % w] = in[y][x] + 1;
}

// The sign of a remainder is that of the dividend.
void of_negative(long h, long w, const double (*restrict in)[w],
                 double (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = in[y][(x - w) % w + w - 1] - in[y][w - 1 + (x - w + 1) % w];
}

void constant(long h, const double (*restrict in)[32], double (*restrict out)[32]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < 32; x++)
      out[y][x] = in[y][(x + 31) & 31] - in[y][(x - 1) & 31] +
                  in[y][(unsigned)(x + 3) % 32] * in[y][(x + 30) % 31];
}

void stopping(long h, long w, const double (*restrict in)[w],
              double (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      long left = x - 2 < 0 ? 0 : x - 2, right = x + 2 > w - 1 ? w - 1 : x + 2;
      const double(*row)[w] = y > 0 ? in + (y - 1) : in;
      out[y][x] = in[y][left] - 2 * in[y][right] + 4 * (*row)[x] -
                  in[y + 1 < h ? y + 1 : h - 1][x > 0 ? x - 1 : w - 1];
    }
}

void of_two_arrays(long h, long w, const double (*restrict in)[w],
                   double (*restrict out)[w]) {
  double (*first)[w] = malloc(h * sizeof *first);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      first[y][x] = in[y][(x + 1) % w] - in[(y + h - 1) % h][x];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y][x] = *(x < w - 1 ? &first[y][x + 1] : &in[y][0]);
  free(first);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  long count = h * w > 0 ? h * w : 1;
  double *in = numbers(count + 32 * h), *out = numbers(count + 32 * h);
  if (w > 0) {
    void (*const all[])(long, long, const double (*)[], double (*)[]) = {
        (void *)around,   (void *)of_unsigned, (void *)downward,
        (void *)strided,  (void *)written,     (void *)of_negative,
        (void *)stopping, (void *)of_two_arrays};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
      all[i](h, w, (const void *)in, (void *)out);
      show_all(out, h * w);
    }
    narrow((int)h, (int)w, (const void *)in, (void *)out);
    show_all(out, h * w);
  }
  constant(h, (const void *)in, (void *)out);
  show_all(out, 32 * h);
  free(in), free(out);
}
