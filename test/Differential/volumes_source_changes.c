// A copy is read after what it was made from has changed: it must be kept. In
// place, through another pointer to the same memory, in the same loop, in steps.
// sizes: 0,0 0,2 1,1 2,1 2,3 3,5 11,4 67,3
// idle: main main main
// RUN: %differential --any-number %s
#include "Inputs/volumes.h"

void in_place(long n, double *x) {
  double *old = malloc((n + 2) * sizeof *old);
  old[0] = old[n + 1] = 0;
  for (long i = 0; i < n; i++)
    old[i + 1] = x[i];
  for (long i = 0; i < n; i++)
    x[i] = old[i] - 2 * old[i + 1] + old[i + 2];
  free(old);
}

void maybe_the_same(long n, const double *in, double *out) {
  double *old = calloc(n + 2, sizeof *old);
  for (long i = 0; i < n; i++)
    old[i + 1] = in[i];
  for (long i = 0; i < n; i++)
    out[i] = old[i] + 0.5 * old[i + 2];
  free(old);
}

void backwards(long n, double *x) {
  double *old = malloc((n + 1) * sizeof *old);
  for (long i = 0; i < n; i++)
    old[i] = x[n - 1 - i];
  for (long i = 0; i < n; i++)
    x[i] = old[i];
  free(old);
}

void later(long n, double *restrict x, double *restrict y) {
  double *first = malloc((n + 1) * sizeof *first);
  double *second = malloc((n + 1) * sizeof *second);
  for (long i = 0; i < n; i++)
    first[i] = x[i];
  for (long i = 0; 2 * i < n; i++)
    x[2 * i] = 7;
  for (long i = 0; i < n; i++)
    second[i] = x[i];
  for (long i = 0; 3 * i < n; i++)
    x[3 * i] = -1;
  for (long i = 0; i < n; i++)
    y[i] = first[i] + 3 * second[i] + 5 * x[i];
  free(first);
  free(second);
}

void steps(long n, long times, double *restrict x) {
  double *padded = malloc((n + 2) * sizeof *padded);
  for (long t = 0; t < times; t++) {
    padded[0] = 1;
    for (long i = 0; i < n; i++)
      padded[i + 1] = x[i];
    padded[n + 1] = t;
    for (long i = 0; i < n; i++)
      x[i] = 0.25 * padded[i] + 0.5 * padded[i + 1] + 0.25 * padded[i + 2];
  }
  free(padded);
}

double behind(long n, double *restrict x) {
  double *copy = malloc((n + 1) * sizeof *copy);
  double sum = 0;
  for (long i = 0; i < n; i++) {
    copy[i] = x[i];
    x[i] = 2 * x[i] + 1;
    if (i > 0)
      sum += copy[i - 1] + x[i - 1];
  }
  if (n > 2)
    sum += copy[n / 2];
  free(copy);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), times = size(argv, 2);
  double *x = numbers(n + 8), *y = numbers(n + 8);
  in_place(n, x);
  show_all(x, n + 8);
  maybe_the_same(n, x, x);
  show_all(x, n + 8);
  maybe_the_same(n, x, x + 1);
  show_all(x, n + 8);
  maybe_the_same(n, x + 2, x);
  show_all(x, n + 8);
  maybe_the_same(n, x, y);
  show_all(y, n + 8);
  backwards(n, x);
  show_all(x, n + 8);
  later(n, x, y);
  show_all(y, n + 8);
  steps(n, times, x);
  show_all(x, n + 8);
  show(behind(n, x));
  show_all(x, n + 8);
  free(x), free(y);
}
