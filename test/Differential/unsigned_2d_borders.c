// Sizes and counters are unsigned, and images have borders: in one loop with a
// condition on both counters, in one with its contrary, and in one that counts
// down.
// contracted: 2
// sizes: 0,0 1,1 1,2 2,1 3,3 4,7 7,4 16,16 17,33 64,31
// fast: 7
// RUN: %differential %s
#include "Inputs/program.h"

static double inside(size_t h, size_t w) {
  double *a = malloc((h + 2) * (w + 2) * sizeof *a);
  for (size_t y = 0; y < h + 2; y++)
    for (size_t x = 0; x < w + 2; x++)
      a[y * (w + 2) + x] =
          y > 0 && y <= h && x > 0 && x <= w ? (7 * y + 3 * x) % 11 : 0.5;
  double sum = 0;
  for (size_t y = 1; y <= h; y++)
    for (size_t x = 1; x <= w; x++)
      sum = sum * 0.75 + a[(y - 1) * (w + 2) + x] + a[(y + 1) * (w + 2) + x] +
            a[y * (w + 2) + x - 1] + a[y * (w + 2) + x + 1];
  free(a);
  return sum;
}

static double outside(size_t h, size_t w) {
  double *a = malloc((h + 2) * (w + 2) * sizeof *a);
  for (size_t y = 0; y < h + 2; y++)
    for (size_t x = 0; x < w + 2; x++) {
      if (y - 1 >= h || x - 1 >= w)
        a[y * (w + 2) + x] = 1;
      else
        a[y * (w + 2) + x] = (5 * y + 2 * x) % 7;
    }
  double sum = 0;
  for (size_t y = 1; y <= h; y++)
    for (size_t x = 1; x <= w; x++)
      sum = sum * 0.75 + a[(y - 1) * (w + 2) + x] - a[y * (w + 2) + x + 1];
  free(a);
  return sum;
}

static double down(unsigned h, unsigned w) {
  float *a = malloc((size_t)(h + 1) * (w + 1) * sizeof *a);
  for (unsigned y = h + 1; y-- > 0;)
    for (unsigned x = 0; x <= w; x++)
      a[(size_t)y * (w + 1) + x] = x - 1u < w && y < h ? (y + x) % 5 : 2;
  double sum = 0;
  for (unsigned y = 0; y < h; y++)
    for (unsigned x = 0; x < w; x++)
      sum = sum * 0.5 + a[(size_t)y * (w + 1) + x] +
            a[(size_t)(y + 1) * (w + 1) + x + 1];
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  show(inside(size(argv, 1), size(argv, 2)));
  show(outside(size(argv, 1), size(argv, 2)));
  show(down(size(argv, 1), size(argv, 2)));
}
