// Mean filter, edge filter, their difference, and of that one window.

#include <stdio.h>
#include <stdlib.h>

#ifdef BY_HAND
#define EITHER(ALL, WANTED) (WANTED)
#else
#define EITHER(ALL, WANTED) (ALL)
#endif

static double absolute(double x) { return x < 0 ? -x : x; }

static void sharpen(long n, long top, long bottom, long left, long right,
                    const double *restrict in, double *restrict window) {
  double (*mean)[n] = malloc(n * sizeof *mean);
  double (*edge)[n] = malloc(n * sizeof *edge);
  double (*out)[n] = malloc(n * sizeof *out);
  for (long i = EITHER(1, top); i < EITHER(n - 1, bottom + 2); i++)
    for (long j = EITHER(1, left - 1); j < EITHER(n - 1, right + 1); j++)
      mean[i][j] = (in[(i - 1) * n + j] + in[i * n + j - 1] + in[i * n + j] +
                    in[i * n + j + 1] + in[(i + 1) * n + j]) *
                   0.2;
  for (long i = EITHER(1, top); i < EITHER(n - 2, bottom + 1); i++)
    for (long j = EITHER(2, left); j < EITHER(n - 1, right + 1); j++)
      edge[i][j] = absolute(mean[i][j] - mean[i + 1][j - 1]) +
                   absolute(mean[i + 1][j] - mean[i][j - 1]);
  for (long i = EITHER(1, top); i < EITHER(n - 2, bottom + 1); i++)
    for (long j = EITHER(2, left); j < EITHER(n - 1, right + 1); j++)
      out[i][j] = mean[i][j] - edge[i][j];
  for (long i = top; i <= bottom; i++)
    for (long j = left; j <= right; j++)
      window[i * n + j] = out[i][j];
  free(mean);
  free(edge);
  free(out);
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 4000;
  long low = n / 2, high = n / 2 + n / 10;
  double *in = malloc(n * n * sizeof *in);
  double *out = calloc(n * n, sizeof *out);
  for (long i = 0; i < n * n; i++)
    in[i] = i * i % 17;
  sharpen(n, low, high, low, high, in, out);
  double sum = 0;
  for (long i = 0; i < n * n; i++)
    sum += (i + 1) * out[i];
  free(in);
  free(out);
  printf("%.17g\n", sum);
  return 0;
}
