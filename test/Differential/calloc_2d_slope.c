// Diagonals that run beyond a row: then the original loops run.
// contracted: 1
// sizes: 0,1 1,1 3,7 64,7 7,64 33,20 50,50 50,60
// fast: 50
// RUN: %differential %s
#include "Inputs/program.h"

static double f(int h, int w) {
  double *a = calloc((h + 1) * (w + 1) + h, sizeof(double));
  if (!a)
    return -1;
  double sum = 0;
  for (int j = 0; j < w; j++)
    a[j] = j * 0.5;
  for (int i = 1; i < h; i++) {
    for (int j = 0; j < w; j++)
      a[i * w + j] = a[(i - 1) * w + j] * 0.5 + i;
    sum += a[i * w + i] + a[i * w + w - i];
  }
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
