// A temporary between two arrays of the caller.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static int f(long n, const float *in, float *out) {
  float *t = malloc((n + 1) * n * sizeof(float));
  if (!t)
    return -1;
  for (long i = 0; i < n; i++) {
    for (long j = 1; j < n - 1; j++)
      t[i * n + j] = (in[i * n + j - 1] + in[i * n + j] + in[i * n + j + 1]) / 3;
    if (i >= 2)
      for (long j = 1; j < n - 1; j++)
        out[(i - 1) * n + j] =
            (t[(i - 2) * n + j] + t[(i - 1) * n + j] + t[i * n + j]) / 3;
  }
  free(t);
  return 0;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  float *in = malloc((n * n + 1) * sizeof(float));
  float *out = malloc((n * n + 1) * sizeof(float));
  for (long i = 0; i < n * n; i++) {
    in[i] = i % 13;
    out[i] = 0;
  }
  show(f(n, in, out));
  double sum = 0;
  for (long i = 0; i < n * n; i++)
    sum += out[i] * (i % 5);
  show(sum);
  // In place: the output overlaps what is still to be read.
  if (n > 2) {
    show(f(n - 1, in, in + 1));
    for (long i = 0; i < n * n; i++)
      sum += in[i] * (i % 5);
    show(sum);
  }
  free(in);
  free(out);
}
