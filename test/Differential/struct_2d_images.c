// Images are structs on the heap, as a function makes them that gives up where
// there is no memory; stages are handed pointers to them. What is read of a
// struct that a caller owns is read only where the program does: here, it is
// no memory at all where no loop runs. Input and output may overlap.
// contracted: 2
// sizes: 0,0,0 1,7,0 2,2,0 3,5,0 5,3,0 7,11,0 7,11,3 19,23,0 19,23,1 61,47,0 61,47,4
// fast: 5
// RUN: %differential %s
#include "Inputs/program.h"
#include <sys/mman.h>

typedef struct {
  int w, h;
  float *data;
} image;

static image *make(int w, int h) {
  image *i = malloc(sizeof *i);
  if (!i) {
    perror("make");
    exit(1);
  }
  i->w = w;
  i->h = h;
  i->data = malloc(sizeof(float) * w * h);
  if (!i->data && w * h > 0) {
    perror("make");
    exit(1);
  }
  return i;
}

static void drop(image *i) {
  free(i->data);
  free(i);
}

static void across(const image *a, image *b) {
  for (int y = 0; y < a->h; y++)
    for (int x = 1; x < a->w - 1; x++)
      b->data[y * b->w + x] =
          a->data[y * a->w + x - 1] + a->data[y * a->w + x + 1];
}

static void down(const image *a, image *b) {
  for (int y = 1; y < a->h - 1; y++)
    for (int x = 1; x < a->w - 1; x++)
      b->data[y * b->w + x] =
          a->data[(y - 1) * a->w + x] + a->data[(y + 1) * a->w + x];
}

static void halve(const image *a, image *b) {
  for (int y = 1; y < a->h - 1; y++)
    for (int x = 1; x < a->w - 1; x++)
      b->data[y * b->w + x] = a->data[y * a->w + x] / 4;
}

__attribute__((noinline)) static void filter(const image *in, image *out) {
  image *rows = make(in->w, in->h), *both = make(in->w, in->h);
  across(in, rows);
  down(rows, both);
  halve(both, out);
  drop(rows);
  drop(both);
}

int main(int argc, char **argv) {
  int h = size(argv, 1), w = size(argv, 2), apart = size(argv, 3);
  float *data = calloc(2 * h * w + 1, sizeof(float));
  for (int i = 0; i < 2 * h * w; i++)
    data[i] = i * 7 % 13;
  image in = {w, h, data}, good = {w, h, data + (apart ? apart * w - 2 : h * w)};
  image *out = &good;
  if (h < 3 || w < 3)
    out = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  filter(&in, out);
  double sum = 0;
  for (int i = 0; i < 2 * h * w; i++)
    sum = sum * 0.75 + data[i];
  show(sum);
}
