// As aligned_1d_vectors.c, without accesses to parts of a vector.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

typedef float Vector __attribute__((vector_size(64)));

static double f(long n, Vector start) {
  Vector *a = aligned_alloc(64, (n + 1) * sizeof(Vector));
  if (!a)
    return -1;
  a[0] = start;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5f + 1.0f;
  Vector last = a[n];
  free(a);
  return last[0] + last[7] + last[15];
}

int main(int argc, char **argv) {
  Vector start = {1, 2, 3, 4, 5, 6, 7, 8};
  show(f(size(argv, 1), start));
}
