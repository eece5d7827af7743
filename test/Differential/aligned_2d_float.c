// aligned_alloc, a producer and a consumer interleaved row by row.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static float f(long n) {
  size_t bytes = ((n + 1) * n * sizeof(float) + 127) / 64 * 64;
  float *a = aligned_alloc(64, bytes);
  if (!a)
    return -1;
  float sum = 0;
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < n; j++)
      a[i * n + j] = (float)(i * 3 + j);
    for (long j = 0; j < n; j++)
      sum += a[i * n + j] * a[i * n + n - 1 - j];
  }
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
