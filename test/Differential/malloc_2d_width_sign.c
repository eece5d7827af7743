// The width is int in one place and unsigned in another. Where they differ, as
// for -5, only the first row exists and the original loops run.
// contracted: 1
// sizes: 1,-5 1,-1 3,100 8,100 40,120
// RUN: %differential %s
#include "Inputs/program.h"

static long f(int h, int w) {
  unsigned char *a = malloc(h * (w < 100 ? 100L : w) + 1);
  if (!a)
    return -1;
  for (int i = 0; i < h; i++) {
    a[i * (unsigned long)(unsigned)w] = i;
    for (int j = 1; j < 100; j++)
      a[i * (unsigned long)(unsigned)w + j] = a[i * (long)w + j - 1] + i + j;
  }
  long last = a[99];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
