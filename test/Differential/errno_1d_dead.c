// What nobody reads is computed all the same where that may set errno: the only
// number with an error is in such a place, or in none.
// contracted: 3
// fast: 64
// removed: 0
// sizes: 0,0 1,0 2,1 3,2 7,7 64,70 101,100 4097,80 4097,4096 5000,5001
// RUN: %differential %s
#include "Inputs/program.h"
#include <errno.h>
#include <math.h>

static __attribute__((noinline)) double f(int n, int odd) {
  float *a = malloc(sizeof(float) * n), *b = malloc(sizeof(float) * n);
  float *c = malloc(sizeof(float) * n);
  for (int i = 0; i < n; i++)
    a[i] = i == odd ? 1000 : i % 5;
  for (int i = 0; i < n; i++)
    b[i] = expf(a[i]);
  for (int i = 0; i < n / 8; i++)
    c[i] = b[i] + a[i];
  double sum = 0;
  for (int i = 0; i < n / 16; i++)
    sum = sum * 0.5 + c[i];
  free(a);
  free(b);
  free(c);
  return sum;
}

int main(int argc, char **argv) {
  errno = 0;
  show(f(size(argv, 1), size(argv, 2)));
  show(errno);
}
