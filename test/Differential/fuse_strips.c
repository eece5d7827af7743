// Signals: stages over one dimension run in strips, forwards and backwards
// shifted, with a stage that is sampled, and at both ends something else.
// contracted: 8
// sizes: 0 1 2 3 7 64 127 1000 1025 5003 20011
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void filter(long n, const double *in,
                                             double *out) {
  double *before = malloc(n * sizeof(double));
  double *behind = malloc(n * sizeof(double));
  double *both = malloc(n * sizeof(double));
  for (long i = 0; i < n - 5; i++)
    before[i] = in[i] + 0.5 * in[i + 5];
  for (long i = 3; i < n - 9; i++)
    behind[i] = before[i - 3] - 0.25 * before[i + 4];
  for (long i = 5; i < n - 11; i++)
    both[i] = behind[i - 2] * before[i] + behind[i + 2];
  for (long i = 7; i < n - 14; i++)
    out[i] = both[i + 3] - both[i - 2];
  free(before);
  free(behind);
  free(both);
}

// Half as many values, and as many again.
__attribute__((noinline)) static void halves(long n, const float *in,
                                             float *out) {
  float *low = malloc(n / 2 * sizeof(float));
  float *high = malloc(n / 2 * sizeof(float));
  float *again = malloc(2 * (n / 2) * sizeof(float));
  for (long i = 0; i < n / 2; i++)
    low[i] = in[2 * i] + in[2 * i + 1];
  for (long i = 0; i < n / 2; i++)
    high[i] = in[2 * i] - in[2 * i + 1];
  for (long i = 0; i < n / 2; i++) {
    again[2 * i] = low[i] + high[i];
    again[2 * i + 1] = low[i] - high[i];
  }
  for (long i = 1; i < 2 * (n / 2); i++)
    out[i] = again[i] + again[i - 1];
  free(low);
  free(high);
  free(again);
}

// Within a loop, and with ends that are filled on their own.
__attribute__((noinline)) static void steps(long n, long times, int *data) {
  int *left = malloc((n + 1) * sizeof(int)),
      *right = malloc((n + 1) * sizeof(int));
  for (long t = 0; t < times; t++) {
    for (long i = 0; i < n; i++)
      left[i] = 3 * data[i] + 1;
    left[n] = 7;
    for (long i = 0; i < n; i++)
      right[i] = left[i + 1] - left[i];
    right[n] = left[0];
    for (long i = 1; i < n; i++)
      data[i] = right[i - 1] ^ right[i + 1];
  }
  free(left);
  free(right);
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *in = malloc((n + 1) * sizeof(double));
  double *out = calloc(n + 1, sizeof(double));
  float *few = malloc((n + 1) * sizeof(float));
  float *more = calloc(n + 1, sizeof(float));
  int *data = malloc((n + 1) * sizeof(int));
  for (long i = 0; i < n; i++) {
    in[i] = (i * 37 % 101) * 0.125;
    few[i] = (i * 53 % 97) * 0.5f;
    data[i] = i * 29 % 89;
  }
  filter(n, in, out);
  halves(n, few, more);
  steps(n, 3, data);
  double sum = 0;
  unsigned bits = 0;
  for (long i = 0; i < n; i++) {
    sum += out[i] * (i % 7 + 1) + more[i] * (i % 5 + 1);
    bits = bits * 31 + data[i];
  }
  printf("%.17g %u\n", sum, bits);
  free(in);
  free(out);
  free(few);
  free(more);
  free(data);
}
