// Signals that are read from both ends: these loops do not run in strips with
// others, as strips would wait for what is made at the other end. Planning
// storage for strips that are counted from both ends took for ever.
// contracted: 5
// sizes: 0 1 2 3 7 64 4096 4099 10007
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static double folded(const double *restrict in,
                                               long n) {
  double *a = malloc(n * sizeof(double));
  double *b = malloc(n * sizeof(double));
  double *c = malloc(n * sizeof(double));
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 3 + in[n - 1 - i];
  for (long i = 0; i < n; i++)
    a[i] += in[i] * 0.5;
  for (long i = 0; i < n; i++)
    b[i] = in[i] * 0.5 + a[i];
  for (long i = 0; i < n; i++)
    c[i] = in[i] + in[n - 1 - i] * 2;
  for (long i = 1; i < n; i++)
    a[i] += a[n - 1 - i] * 0.25;
  for (long i = 1; i < n; i++)
    b[i] = c[n - 1 - i] + in[i];
  for (long i = 1; i < n; i++)
    b[i] += b[i - 1] * 0.25;
  for (long i = 0; i < n; i++)
    sum += b[i] * in[i] + c[i];
  free(a);
  free(b);
  free(c);
  return sum;
}

/// The loops behind the window are in no need of its other end.
__attribute__((noinline)) static double windowed(const double *restrict in,
                                                 long n) {
  double *window = malloc(n * sizeof(double));
  double *a = malloc(n * sizeof(double));
  double *b = malloc(n * sizeof(double));
  double sum = 0;
  for (long i = 0; i < n; i++)
    window[i] = i;
  for (long i = 0; i < n; i++)
    window[i] = window[i] * window[n - 1 - i];
  for (long i = 0; i < n; i++)
    a[i] = window[i] * in[i];
  for (long i = 1; i < n; i++)
    b[i] = a[i] - a[i - 1];
  for (long i = 1; i < n; i++)
    sum += b[i] * window[i];
  free(window);
  free(a);
  free(b);
  return sum;
}

/// Down in all arrays is as good as up.
__attribute__((noinline)) static double reversed(const double *restrict in,
                                                 long n) {
  double *a = malloc(n * sizeof(double));
  double *b = malloc(n * sizeof(double));
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[n - 1 - i] = in[i] * 3;
  for (long i = 1; i < n; i++)
    b[n - 1 - i] = a[n - 1 - i] + a[n - i];
  for (long i = 1; i < n; i++)
    sum += b[n - 1 - i] * in[i];
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *in = malloc((n + 1) * sizeof(double));
  for (long i = 0; i < n; i++)
    in[i] = i % 13;
  show(folded(in, n));
  show(windowed(in, n));
  show(reversed(in, n));
  free(in);
}
