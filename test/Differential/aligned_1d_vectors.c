// Vectors that must be aligned to more than malloc promises are left alone.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

typedef float Vector __attribute__((vector_size(64)));

static double f(long n) {
  Vector *a = aligned_alloc(64, (n + 1) * sizeof(Vector));
  if (!a)
    return -1;
  for (int k = 0; k < 16; k++)
    a[0][k] = k;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5f + 1.0f;
  double sum = 0;
  for (int k = 0; k < 16; k++)
    sum += a[n][k];
  free(a);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
