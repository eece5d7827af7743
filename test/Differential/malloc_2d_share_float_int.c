// A grid of float and one of int.
// contracted: 2
// options: schedule=keep
// sizes: 0,0 1,0 1,2 2,1 3,2 7,7 7,64 64,7 100,3
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long steps) {
  float *a = malloc(n * n * sizeof(float));
  int *b = malloc(n * n * sizeof(int));
  if (!a || !b) {
    free(a);
    free(b);
    return -1;
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      a[i * n + j] = (i * 7 + j * 3) % 11;
      b[i * n + j] = 1;
    }
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        b[i * n + j] = a[(i - 1) * n + j] + 3 * a[i * n + j - 1] + a[i * n + j];
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        a[i * n + j] = 0.5f * (b[i * n + j] & 1023);
  }
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum += a[i * n + j] * (i + 2 * j);
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
