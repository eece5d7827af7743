// The same with structs that are returned, and an allocation that never fails;
// one of the images is on the heap in memory that is zero at first, and keeps
// its size.
// contracted: 3
// sizes: 0,0 1,7 2,2 3,5 5,3 7,11 19,23 61,47
// fast: 5
// RUN: %differential %s
#include "Inputs/program.h"

typedef struct {
  long w, h;
  double *data;
  const char *name;
} image;

static void *checked(size_t bytes) {
  void *p = malloc(bytes ? bytes : 1);
  if (!p)
    abort();
  return p;
}

static image make(const char *name, long w, long h) {
  image i = {w, h, checked(sizeof(double) * w * h), name};
  return i;
}

static void across(const image *a, image *b) {
  for (long y = 0; y < a->h; y++)
    for (long x = 1; x < a->w - 1; x++)
      b->data[y * b->w + x] =
          a->data[y * a->w + x - 1] + a->data[y * a->w + x + 1];
}

static void down(const image *a, image *b) {
  for (long y = 1; y < a->h - 1; y++)
    for (long x = 1; x < a->w - 1; x++)
      b->data[y * b->w + x] =
          a->data[(y - 1) * a->w + x] + a->data[(y + 1) * a->w + x];
}

// What was looked at last; its address outlives the call.
static image *last;

__attribute__((noinline)) static double filter(const image *in, double *out) {
  last = malloc(sizeof *last);
  if (!last)
    return -3;
  *last = *in;
  last->h++;
  image rows = make("rows", in->w, in->h);
  image *both = calloc(1, sizeof *both);
  if (!both)
    return -1;
  double *counts = checked(sizeof(double) * in->h);
  if (both->data || both->w)
    return -2;
  *both = make("both", in->w, in->h);
  across(in, &rows);
  down(&rows, both);
  for (long y = 1; y < in->h - 1; y++)
    for (long x = 1; x < in->w - 1; x++)
      out[y * in->w + x] = both->data[y * in->w + x] / 4;
  for (long y = 0; y < in->h; y++)
    counts[y] = in->data[y * in->w] * 3;
  double sum = 0;
  for (long y = 0; y < in->h; y++)
    sum = sum * 0.75 + counts[y];
  free(rows.data);
  free(both->data);
  free(both);
  free(counts);
  return sum;
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  image in = make("in", w, h);
  double *out = calloc(h * w + 1, sizeof(double));
  for (long i = 0; i < h * w; i++)
    in.data[i] = i * 7 % 13;
  show(w > 0 ? filter(&in, out) : 0);
  if (w > 0)
    show(last->w * 100 + last->h);
  double sum = 0;
  for (long i = 0; i < h * w; i++)
    sum = sum * 0.75 + out[i];
  show(sum);
}
