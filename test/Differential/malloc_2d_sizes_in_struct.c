// The number of steps is loaded between the loops.
// contracted: 2
// sizes: 0,0 1,0 1,2 2,1 3,2 7,7 7,64 64,7 100,3
// RUN: %differential %s
#include "Inputs/program.h"

struct grid {
  long n, steps, scale;
};

__attribute__((noinline)) static double f(const struct grid *g) {
  long n = g->n;
  int *a = malloc(n * n * sizeof(int));
  int *b = malloc(n * n * sizeof(int));
  if (!a || !b)
    abort();
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      b[i * n + j] = a[i * n + j] = (i * 7 + j * 3) % 11;
  for (long t = 0; t < g->steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        b[i * n + j] = (a[(i - 1) * n + j] + 3 * a[(i + 1) * n + j] +
                        a[i * n + j - 1] + a[i * n + j + 1]) %
                       1000;
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        a[i * n + j] = b[i * n + j];
  }
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum += a[i * n + j] * (i + 2 * j);
  free(a);
  free(b);
  return sum * g->scale;
}

int main(int argc, char **argv) {
  struct grid g = {size(argv, 1), size(argv, 2), 3};
  show(f(&g));
}
