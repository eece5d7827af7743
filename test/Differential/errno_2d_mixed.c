// Logarithms and powers set errno to one of two values: what it is in the end
// says which was the last. Stages that compute them stay one behind the other,
// others run alongside.
// contracted: 3
// sizes: 0,0,0,0,0 1,7,1,2,9 2,2,0,3,1 7,11,19,40,99 61,47,2000,99,9999 61,47,99,2000,9999 61,47,9999,9999,500 61,47,99,9999,500 61,47,500,9999,99
// RUN: %differential %s
#include "Inputs/program.h"
#include <errno.h>
#include <math.h>

static __attribute__((noinline)) void f(int h, int w, const double *in,
                                        double *out) {
  double *before = malloc(sizeof(double) * h * w);
  double *log_of = malloc(sizeof(double) * h * w);
  double *power = malloc(sizeof(double) * h * w);
  double *after = malloc(sizeof(double) * h * w);
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++)
      before[y * w + x] = in[y * w + x] * 2;
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++)
      log_of[y * w + x] = log(before[y * w + x]);
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      power[y * w + x] = pow(log_of[(y - 1) * w + x], in[y * w + x]);
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      after[y * w + x] = power[y * w + x - 1] + power[y * w + x];
  for (int y = 1; y < h - 1; y++)
    for (int x = 2; x < w - 1; x++)
      out[y * w + x] = after[y * w + x] - 1;
  free(before);
  free(log_of);
  free(power);
  free(after);
}

int main(int argc, char **argv) {
  int h = size(argv, 1), w = size(argv, 2);
  double *in = malloc(sizeof(double) * (h * w + 1)),
         *out = calloc(sizeof(double), h * w + 1);
  for (int i = 0; i < h * w; i++)
    in[i] = i == size(argv, 3)   ? 0   // no logarithm: ERANGE
            : i == size(argv, 4) ? 0.3 // its power one row below: EDOM
            : i == size(argv, 5) ? -3  // no logarithm: EDOM
                                 : 1.5 + i % 4;
  errno = 0;
  f(h, w, in, out);
  show(errno);
  double sum = 0;
  for (int i = 0; i < h * w; i++)
    if (out[i] == out[i])
      sum = sum * 0.75 + out[i];
  show(sum);
}
