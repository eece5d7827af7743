// Whole arrays and rows of them are copied and cleared by calls: of a plate
// before and after each step, of a picture between stages, row by row with sizes
// that are known, and from what is given to what is.
// contracted: 6
// sizes: 0,0,0 1,1,1 2,5,1 5,2,3 5,5,0 5,6,1 7,7,2 5,7,3 16,15,4 33,29,5 40,31,6 29,33,8
// fast: 6
// RUN: %differential %s
#include "Inputs/program.h"

#define AT(p, y, x) ((p)[(y) * w + (x)])

__attribute__((noinline)) static void plate(int h, int w, int steps,
                                            const double *in, double *out) {
  double *a = malloc(sizeof(double) * h * w + 1);
  double *b = malloc(sizeof(double) * h * w + 1);
  memcpy(a, in, sizeof(double) * h * w);
  for (int t = 0; t < steps; t++) {
    memcpy(b, a, sizeof(double) * h * w);
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++)
        AT(b, y, x) = 0.25 * (AT(a, y - 1, x) + AT(a, y + 1, x) +
                              AT(a, y, x - 1) + AT(a, y, x + 1));
    memcpy(a, b, h * w * sizeof *a);
  }
  memcpy(out, a, h * w * sizeof *out);
  free(a);
  free(b);
}

__attribute__((noinline)) static void picture(size_t h, size_t w,
                                              const float *in, float *out) {
  float *a = malloc(sizeof(float) * h * w + 1);
  float *b = malloc(sizeof(float) * h * w + 1);
  float *c = malloc(sizeof(float) * h * w + 1);
  memset(a, 0, sizeof(float) * h * w);
  for (size_t y = 1; y + 1 < h; y++)
    for (size_t x = 0; x < w; x++)
      AT(a, y, x) = AT(in, y - 1, x) + AT(in, y, x) + AT(in, y + 1, x);
  memmove(b, a, sizeof(float) * h * w);
  for (size_t y = 0; y < h; y++)
    for (size_t x = 1; x + 1 < w; x++)
      AT(b, y, x) = AT(a, y, x - 1) + AT(a, y, x) + AT(a, y, x + 1);
  memset(c, 255, sizeof(float) * w * h);
  for (size_t y = 0; y < h; y++) {
    memcpy(&AT(c, y, 0), &AT(b, y, 0), w * sizeof *c);
    for (size_t x = 0; x < w; x++)
      AT(out, y, x) = AT(c, y, x) * 0.5f;
  }
  free(a);
  free(b);
  free(c);
}

#define WIDTH 300

__attribute__((noinline)) static void rows(int h, const int *in, int *out) {
  int(*a)[WIDTH] = malloc(sizeof(int) * WIDTH * h + 1);
  int(*b)[WIDTH] = malloc(sizeof(int) * WIDTH * h + 1);
  for (int y = 0; y < h; y++)
    memcpy(a[y], in + WIDTH * y, sizeof a[y]);
  for (int y = 0; y < h; y++) {
    b[y][0] = y;
    b[y][WIDTH - 1] = -y;
    for (int x = 1; x < WIDTH - 1; x++)
      b[y][x] = a[y][x - 1] + a[y][x + 1];
  }
  for (int y = 0; y < h; y++)
    memcpy(out + WIDTH * y, b[y], sizeof b[y]);
  free(a);
  free(b);
}

// The other way round: the copy of a copy of a part.
__attribute__((noinline)) static void parts(int h, int w, const double *in,
                                            double *out) {
  if (h < 2)
    return;
  double *a = malloc(sizeof(double) * h * w + 1);
  memcpy(a, in + w, sizeof(double) * (h - 1) * w);
  memset(a + (h - 1) * w, 0, sizeof(double) * w);
  for (int y = 1; y < h; y++)
    for (int x = 0; x < w; x++)
      AT(out, y, x) = AT(a, y - 1, x) + AT(a, y, x);
  free(a);
}

// All arrays are contracted where sizes are negative, too, and nothing copied.
__attribute__((noinline)) static double negative(int h, int w) {
  double *a = calloc(100000, 1), *b = calloc(100000, 1), sum = 0;
  a[3] = 1;
  memcpy(b, a, sizeof(double) * h * w);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      AT(a, y, x) += AT(b, y, x) + 1;
  for (int i = 0; i < 20; i++)
    sum += a[i] * 3 + b[i];
  free(a);
  free(b);
  return sum;
}

// The copy is behind a call, and copies what loops did not write where sizes
// are negative.
__attribute__((noinline)) static void later(int h, int w, double *out) {
  double *a = calloc(100000, 1), *b = malloc(100000);
  a[3] = 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      AT(b, y, x) = y + x;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      AT(a, y, x) = AT(b, y, x) * 3;
  show(h);
  memcpy(out, a, sizeof(double) * h * w);
  free(a);
  free(b);
}

static void show_all(long count, const double *p) {
  double sum = 0;
  for (long i = 0; i < count; i++)
    sum = sum * 0.75 + p[i];
  show(sum);
}

int main(int argc, char **argv) {
  int h = size(argv, 1), w = size(argv, 2), steps = size(argv, 3);
  int count = h * w + 2 * w + WIDTH * h + 1;
  double *in = malloc(sizeof *in * count), *out = calloc(count, sizeof *out);
  float *fin = malloc(sizeof *fin * count), *fout = calloc(count, sizeof *fout);
  int *iin = malloc(sizeof *iin * count), *iout = calloc(count, sizeof *iout);
  for (int i = 0; i < count; i++) {
    in[i] = (i * 37 % 101) * 0.01;
    fin[i] = i % 17;
    iin[i] = i % 23;
  }
  plate(h, w, steps, in, out);
  show_all(h * w, out);
  picture(h, w, fin, fout);
  show_pixels(h * w, fout);
  rows(h, iin, iout);
  for (int i = 0; i < h * WIDTH; i++)
    out[i] = iout[i];
  show_all(h * WIDTH, out);
  parts(h, w, in, out);
  show_all(h * w, out);
  show(negative(h, w));
  show(negative(-(h % 4), -(w % 4)));
  later(h, w, out);
  show_all(h * w, out);
  later(-(h % 4), -(w % 4), out);
  show_all((h % 4) * (w % 4), out);
  free(in);
  free(out);
  free(fin);
  free(fout);
  free(iin);
  free(iout);
}
