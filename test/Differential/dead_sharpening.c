// Mean filter, edge filter, their difference, and of that one window: what the
// window does not need is not computed in any of the three stages.
// removed: 3
// contracted: 3
// sizes: 8,2,5,2,5 9,3,3,4,4 20,5,12,7,16 33,1,29,2,30
// RUN: %differential %s
#include "Inputs/program.h"

static double absolute(double x) { return x < 0 ? -x : x; }

__attribute__((noinline)) static void sharpen(long n, long top, long bottom,
                                              long left, long right,
                                              const double *restrict in,
                                              double *restrict window) {
  double (*mean)[n] = malloc(n * sizeof *mean);
  double (*edge)[n] = malloc(n * sizeof *edge);
  double (*out)[n] = malloc(n * sizeof *out);
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      mean[i][j] = (in[(i - 1) * n + j] + in[i * n + j - 1] + in[i * n + j] +
                    in[i * n + j + 1] + in[(i + 1) * n + j]) *
                   0.2;
  for (long i = 0; i < n - 3; i++)
    for (long j = 0; j < n - 3; j++)
      edge[i + 1][j + 2] = absolute(mean[i + 1][j + 2] - mean[i + 2][j + 1]) +
                           absolute(mean[i + 2][j + 2] - mean[i + 1][j + 1]);
  for (long i = 1; i < n - 2; i++)
    for (long j = 2; j < n - 1; j++)
      out[i][j] = mean[i][j] - edge[i][j];
  for (long i = top; i <= bottom; i++)
    for (long j = left; j <= right; j++)
      window[i * n + j] = out[i][j];
  free(mean);
  free(edge);
  free(out);
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *in = malloc(n * n * sizeof *in);
  double *out = calloc(n * n, sizeof *out);
  for (long i = 0; i < n * n; i++)
    in[i] = i * i % 17;
  sharpen(n, size(argv, 2), size(argv, 3), size(argv, 4), size(argv, 5), in,
          out);
  double sum = 0;
  for (long i = 0; i < n * n; i++)
    sum += (i + 1) * out[i];
  free(in);
  free(out);
  show(sum);
}
