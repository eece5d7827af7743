// Nobody reads the roots, as is seen when the function that takes them is a
// part of its caller; whether one of them is wrong is to be seen all the same.
// What there is beside them keeps its place.
// sizes: 0,0 1,0 2,1 3,2 7,7 64,70 101,100 4097,80 5000,4999 5000,5001
// fast: 99999
// RUN: %differential %s
#include "Inputs/program.h"
#include <errno.h>
#include <math.h>

static void stage(int n, int odd, float *roots, float *squares) {
  for (int i = 0; i < n; i++) {
    float x = i == odd ? -7 : i % 5;
    roots[i] = 2 * sqrtf(x - 0.0f) + 1;
    squares[i] = x * x;
  }
}

static __attribute__((noinline)) double f(int n, int odd) {
  float *roots = malloc(sizeof(float) * n),
        *squares = malloc(sizeof(float) * n);
  stage(n, odd, roots, squares);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.5 + squares[i];
  free(roots);
  free(squares);
  return sum;
}

int main(int argc, char **argv) {
  errno = 0;
  show(f(size(argv, 1), size(argv, 2)));
  show(errno);
}
