// Loops over all elements of pictures, between loops over rows: with numbers of
// rows that are quotients, of pictures of three channels, of a part of the
// rows, with sums, and where loops over rows are not executed.
// contracted: 11
// sizes: 0,0 0,5 5,0 1,1 1,7 7,1 2,5 5,2 3,3 5,5 5,6 7,7 16,15 33,29 40,31 29,97
// fast: 6
// RUN: %differential %s
#include "Inputs/program.h"

#define AT(p, y, x) ((p)[(y) * w + (x)])

// With what can be seen in front of the loops, these are those of the working
// copy where they do not run rewritten.
__attribute__((noinline)) static int measured(int n) {
  show(n);
  return n;
}

typedef struct {
  int w, h;
  float *pixels;
  int kind;
} Picture;

static void halve(float *p, int n) {
  for (int i = 0; i < n; i++)
    p[i] *= 0.5f;
}

static void subtract(float *to, const float *a, const float *b, int n) {
  for (int i = 0; i < n; i++)
    to[i] = a[i] - b[i];
}

static void smooth(Picture to, Picture from) {
  int w = from.w;
  for (int y = 0; y < from.h; y++)
    for (int x = 0; x < w; x++) {
      int left = x > 0 ? x - 1 : 0, right = x < w - 1 ? x + 1 : x;
      AT(to.pixels, y, x) = AT(from.pixels, y, left) + AT(from.pixels, y, x) +
                            AT(from.pixels, y, right);
    }
}

__attribute__((noinline)) static void details(int h, int w, const float *in,
                                              float *out) {
  Picture a = {w, h, malloc(sizeof(float) * h * w + 1), 1};
  Picture b = {w, h, malloc(sizeof(float) * h * w + 1), 1};
  for (int i = 0; i < a.w * a.h; i++)
    a.pixels[i] = in[i];
  halve(a.pixels, w * h);
  smooth(b, a);
  subtract(out, a.pixels, b.pixels, w * h);
  free(a.pixels);
  free(b.pixels);
}

__attribute__((noinline)) static void quotients(int h, int w, const float *in,
                                                float *out) {
  h = measured(h);
  int n = w * h;
  float *a = malloc(sizeof(float) * n + 1), *b = malloc(sizeof(float) * n + 1);
  for (int i = 0; i < n; i++)
    a[i] = in[i] + (i / w) * 3 + i % w;
  for (int i = 0; i < n; i++) {
    int x = i % w, y = i / w;
    b[i] = x > 0 && x < w - 1 && y > 0 && y < h - 1
               ? a[i - 1] + a[i + 1] + AT(a, y - 1, x) + a[i + w] - 4 * a[i]
               : 1;
  }
  for (int i = 0; i < n; i++)
    out[i] = b[i] * 0.5f;
  free(a);
  free(b);
}

__attribute__((noinline)) static void channels(int h, int w, float *out) {
  w = measured(w);
  unsigned char *rgb = malloc((size_t)h * w * 3 + 1);
  float *grey = malloc(sizeof(float) * h * w + 1);
  for (int i = 0; i < h * w * 3; i++)
    rgb[i] = i * 7 % 251;
  for (int i = 0; i < h * w; i++)
    grey[i] = 0.3f * rgb[3 * i] + 0.6f * rgb[3 * i + 1] + 0.1f * rgb[3 * i + 2];
  for (int y = 1; y < h; y++)
    for (int x = 0; x < w; x++)
      AT(out, y, x) = AT(grey, y, x) - AT(grey, y - 1, x);
  free(rgb);
  free(grey);
}

__attribute__((noinline)) static double sums(size_t h, size_t w,
                                             const float *in) {
  h = measured(h);
  double *a = malloc(sizeof(double) * h * w + 1);
  double *b = malloc(sizeof(double) * h * w + 1);
  double *c = malloc(sizeof(double) * h * w + 1);
  double sum = 0, rest = 1;
  for (size_t i = 0; i < h * w; i++)
    a[i] = in[i] * 0.25;
  for (size_t y = 1; y < h; y++)
    for (size_t x = 0; x < w; x++)
      AT(b, y, x) = AT(a, y - 1, x) - AT(a, y, x);
  for (size_t i = w; i < h * w; i++)
    c[i] = b[i] * 2 + a[i];
  for (size_t i = w; i < h * w; i++) {
    sum += c[i];
    rest = rest * 0.5 + b[i];
  }
  free(a);
  free(b);
  free(c);
  return sum + rest;
}

// Where both sizes are negative, there are no rows, but elements.
__attribute__((noinline)) static double negative(int h, int w) {
  h = measured(h);
  double *a = calloc(100000, 1), *b = calloc(100000, 1), sum = 0;
  for (int i = 0; i < h * w; i++)
    a[i] = i % 5;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      AT(b, y, x) = AT(a, y, x) + 1;
  for (int i = 0; i < h * w; i++)
    sum += b[i] * 3 + a[i];
  free(a);
  free(b);
  return sum;
}

// There are fewer rows than fit: the rest is one row that is too short.
__attribute__((noinline)) static double remainder_of(int h, int w) {
  double *a = malloc(sizeof(double) * (h * w + w) + 1), sum = 0;
  for (int i = 0; i < h * w + 2; i++)
    a[i] = i % 7;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      sum += AT(a, y, x);
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  int h = size(argv, 1), w = size(argv, 2);
  float *in = malloc(sizeof *in * h * w + 1);
  float *out = calloc(h * w + 1, sizeof *out);
  for (int i = 0; i < h * w; i++)
    in[i] = i * 37 % 101;
  details(h, w, in, out);
  show_pixels(h * w, out);
  quotients(h, w, in, out);
  show_pixels(h * w, out);
  channels(h, w, out);
  show_pixels(h * w, out);
  show(sums(h, w, in));
  show(negative(h, w));
  show(negative(-h, -w));
  show(negative(-h, w));
  if (w > 1)
    show(remainder_of(h, w));
  free(in);
  free(out);
}
