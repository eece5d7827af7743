// Two images change places after each step, three in turn after each step of a
// wave, and two in each picture of a film. What is left is written to the
// caller's array.
// contracted: 4
// sizes: 0,0,0 1,1,1 2,5,1 5,2,3 5,5,0 5,6,1 7,5,2 5,7,3 16,15,4 33,29,5 40,31,6 31,40,7 29,33,8 40,31,14
// fast: 5
// RUN: %differential %s
#include "Inputs/program.h"

#define AT(p, y, x) ((p)[(y) * w + (x)])

static double *image(int h, int w) {
  double *p = malloc((size_t)h * w * sizeof *p + 1);
  if (!p) {
    perror("no memory");
    exit(1);
  }
  return p;
}

static void begin(int h, int w, double *p, int k) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      AT(p, y, x) = (y * 7 + x * 3 + k) % 11;
}

static void heat(int h, int w, const double *restrict a, double *restrict b) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      AT(b, y, x) = 0.2 * (AT(a, y, x) + AT(a, y - 1, x) + AT(a, y + 1, x) +
                           AT(a, y, x - 1) + AT(a, y, x + 1));
}

__attribute__((noinline)) static void plate(int h, int w, int steps,
                                            double *out) {
  double *a = image(h, w), *b = image(h, w);
  begin(h, w, a, 0);
  begin(h, w, b, 0);
  for (int t = 0; t < steps; t++) {
    heat(h, w, a, b);
    double *c = a;
    a = b;
    b = c;
  }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      AT(out, y, x) = AT(a, y, x);
  free(a);
  free(b);
}

__attribute__((noinline)) static void wave(int h, int w, int steps,
                                           double *out) {
  double *before = image(h, w), *now = image(h, w), *after = image(h, w);
  begin(h, w, before, 1);
  begin(h, w, now, 1);
  begin(h, w, after, 1);
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        AT(after, y, x) =
            2 * AT(now, y, x) - AT(before, y, x) +
            0.125 * (AT(now, y - 1, x) + AT(now, y + 1, x) + AT(now, y, x - 1) +
                     AT(now, y, x + 1) - 4 * AT(now, y, x));
    double *free_one = before;
    before = now;
    now = after;
    after = free_one;
  }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      AT(out, y, x) += AT(now, y, x);
  free(before);
  free(now);
  free(after);
}

__attribute__((noinline)) static void film(int h, int w, int steps,
                                           double *out) {
  double *a = image(h, w), *b = image(h, w);
  for (int picture = 0; picture < 3; picture++) {
    begin(h, w, a, picture);
    begin(h, w, b, picture);
    for (int t = 0; t < steps + picture; t++) {
      heat(h, w, a, b);
      double *c = a;
      a = b;
      b = c;
    }
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        AT(out, y, x) += AT(a, y, x);
  }
  free(a);
  free(b);
}

int main(int argc, char **argv) {
  int h = size(argv, 1), w = size(argv, 2), steps = size(argv, 3);
  double *out = calloc((size_t)h * w + 1, sizeof *out);
  plate(h, w, steps, out);
  wave(h, w, steps, out);
  film(h, w, steps, out);
  double sum = 0;
  for (int i = 0; i < h * w; i++)
    sum = sum * 0.75 + out[i];
  show(sum);
  free(out);
}
