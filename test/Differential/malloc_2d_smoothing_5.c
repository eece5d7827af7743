// Four rounds of smoothing without borders, through five arrays.
// contracted: 5
// sizes: 0 1 2 3 7 9 13 64 100
// fast: 13
// RUN: %differential %s
#include "Inputs/program.h"

static float f(long n) {
  float *a = malloc(n * n * sizeof(float));
  float *b = malloc(n * n * sizeof(float));
  float *c = malloc(n * n * sizeof(float));
  float *d = malloc(n * n * sizeof(float));
  float *e = malloc(n * n * sizeof(float));
  if (!a || !b || !c || !d || !e)
    abort();
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i * n + j] = (i * 7 + j * 3) % 11;
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      b[i * n + j] = a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1];
  for (long i = 2; i < n - 2; i++)
    for (long j = 2; j < n - 2; j++)
      c[i * n + j] = b[(i - 1) * n + j] + b[(i + 1) * n + j] + b[i * n + j - 1];
  for (long i = 3; i < n - 3; i++)
    for (long j = 3; j < n - 3; j++)
      d[i * n + j] = c[(i - 1) * n + j] + c[(i + 1) * n + j] + c[i * n + j - 1];
  for (long i = 4; i < n - 4; i++)
    for (long j = 4; j < n - 4; j++)
      e[i * n + j] = d[(i - 1) * n + j] + d[(i + 1) * n + j] + d[i * n + j - 1];
  float sum = 0;
  for (long i = 4; i < n - 4; i++)
    for (long j = 4; j < n - 4; j++)
      sum += e[i * n + j] * (i + 2 * j);
  free(a);
  free(b);
  free(c);
  free(d);
  free(e);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
