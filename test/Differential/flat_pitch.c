// Rows lie 64 elements apart, and how many of them are used is an argument.
// With more than 64, rows overlap.
// contracted: 1
// sizes: 0,0 1,1 2,3 3,2 5,5 7,64 9,65 31,61 40,63 8,100 6,131
// fast: 200
// RUN: %differential %s
#include <stdio.h>
#include <stdlib.h>

enum { Pitch = 64 };

__attribute__((noinline)) static double rows(int h, int w, const float *in) {
  float *t = malloc(((size_t)h * Pitch + w) * sizeof(float)), *u;
  u = malloc(((size_t)h * Pitch + w) * sizeof(float));
  double sum = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      t[y * Pitch + x] = in[y * Pitch + x] * 2 + x;
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      u[y * Pitch + x] = t[(y - 1) * Pitch + x] + t[(y + 1) * Pitch + x] -
                         t[y * Pitch + x - 1] * t[y * Pitch + x + 1];
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      sum += u[y * Pitch + x] * (y + 2);
  free(t);
  free(u);
  return sum;
}

int main(int argc, char **argv) {
  int h = atoi(argv[1]), w = atoi(argv[2]);
  static float in[40 * Pitch + 200];
  for (int i = 0; i < 40 * Pitch + 200; i++)
    in[i] = i * 7 % 101;
  printf("%.17g\n", rows(h, w, in));
}
