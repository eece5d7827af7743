// Filters of signals whose sums are loops over windows of a known length.
// contracted: 7
// sizes: 0,0 1,1 2,2 3,1 7,3 31,1 32,2 64,3 101,1 1009,2 40009,1 70001,2
// RUN: %differential %s
#include "Inputs/program.h"

#define apart __attribute__((noinline)) static

/// Two windows, the second with weights that are a parameter.
apart void smooth(int n, const float *restrict weights,
                  const float *restrict in, float *restrict out) {
  static const float own[5] = {1, 2, 3, 2, 1};
  float *t = malloc((n + 1) * sizeof *t);
  for (int i = 0; i < n - 4; i++) {
    float sum = 0;
    for (int k = 0; k < 5; k++)
      sum += own[k] * in[i + k];
    t[i] = sum;
  }
  for (int i = 0; i < n - 10; i++) {
    float sum = 0;
    for (int k = 0; k < 7; k++)
      sum += weights[k] * t[i + k];
    out[i] = sum;
  }
  free(t);
}

/// Sums in the array itself, of bytes, and a window that looks back.
apart void echo(long n, const unsigned char *restrict in,
                unsigned char *restrict out) {
  unsigned char *t = calloc(n + 1, 1), *u = malloc(n + 1);
  for (long i = 0; i + 16 <= n; i++)
    for (long k = 0; k < 16; k++)
      t[i] += in[i + k];
  for (long i = 15; i + 16 <= n; i++) {
    unsigned sum = 0;
    for (long k = 0; k < 16; k++)
      sum += t[i - k] * (k + 1);
    u[i] = sum >> 4;
  }
  for (long i = 15; i + 16 <= n; i++)
    out[i] = u[i] ^ t[i];
  free(u);
  free(t);
}

/// Half as many, a quarter as many, and the largest of three.
apart void reduce(int n, const int *restrict in, int *restrict out) {
  int *half = malloc((n / 2 + 1) * sizeof *half);
  int *quarter = malloc((n / 4 + 1) * sizeof *quarter);
  for (int i = 0; i < n / 2 - 3; i++) {
    int sum = 0;
    for (int k = 0; k < 6; k++)
      sum += (k + 1) * in[2 * i + k];
    half[i] = sum;
  }
  for (int i = 0; i < n / 4 - 4; i++) {
    quarter[i] = 0;
    for (int k = 0; k < 4; k++)
      quarter[i] += half[2 * i + k];
  }
  for (int i = 1; i < n / 4 - 5; i++) {
    int most = quarter[i];
    for (int k = -1; k <= 1; k++)
      if (quarter[i + k] > most)
        most = quarter[i + k];
    out[i] = most;
  }
  free(quarter);
  free(half);
}

/// Ends that are clamped, and a window whose length is not known.
apart long clamped(int n, int length, const int *restrict in) {
  int *t = malloc((n + 1) * sizeof *t), *u = malloc((n + 1) * sizeof *u);
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int k = -3; k <= 3; k++) {
      int at = i + k < 0 ? 0 : i + k >= n ? n - 1 : i + k;
      sum += in[at];
    }
    t[i] = sum;
  }
  for (int i = 0; i < n - length; i++) {
    int sum = 0;
    for (int k = 0; k < length; k++)
      sum += t[i + k];
    u[i] = sum;
  }
  long sum = 0;
  for (int i = 0; i < n - length; i++)
    sum = sum * 3 + u[i];
  free(u);
  free(t);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), length = size(argv, 2);
  int *in = malloc((n + 1) * sizeof *in), *out = calloc(n + 1, sizeof *out);
  float *from = malloc((n + 1) * sizeof *from), *to = calloc(n + 1, sizeof *to);
  unsigned char *bytes = malloc(n + 1), *others = calloc(n + 1, 1);
  const float weights[] = {1, -0.5f, 2, 0.25f, 2, -0.5f, 1};
  for (long i = 0; i < n; i++) {
    in[i] = i * 31 % 1009 - 400;
    from[i] = i * 37 % 101 * 0.25f - 9;
    bytes[i] = i * i / 5;
  }
  smooth(n, weights, from, to);
  echo(n, bytes, others);
  reduce(n, in, out);
  unsigned long digest = 0;
  for (long i = 0; i < n; i++)
    digest = digest * 31 + out[i] + others[i] * 7;
  printf("%lu %ld\n", digest, clamped(n, length, in));
  for (long i = 0; i < n; i++)
    show(to[i]);
  free(in);
  free(out);
  free(from);
  free(to);
  free(bytes);
  free(others);
}
