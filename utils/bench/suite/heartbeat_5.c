// Heartbeats in a signal: smoothing, derivative, square, moving average, and
// what is above a level that follows it.
// category: pipelines
// benchmark: in 4096 10000; out 12000000 1
// sizes: 0,1 1,1 2,1 7,2 64,1 100,1

#include "series.h"

static void kernel(long n, const double *in, double *out) {
  double *smooth = malloc(n * sizeof(double));
  double *slope = malloc(n * sizeof(double));
  double *energy = malloc(n * sizeof(double));
  double *average = malloc(n * sizeof(double));
  for (long i = 2; i < n - 2; i++)
    smooth[i] =
        (in[i - 2] + 2 * in[i - 1] + 4 * in[i] + 2 * in[i + 1] + in[i + 2]) /
        10;
  for (long i = 3; i < n - 3; i++)
    slope[i] = smooth[i + 1] - smooth[i - 1];
  for (long i = 3; i < n - 3; i++)
    energy[i] = slope[i] * slope[i];
  for (long i = 10; i < n - 3; i++)
    average[i] =
        (energy[i - 7] + energy[i - 6] + energy[i - 5] + energy[i - 4] +
         energy[i - 3] + energy[i - 2] + energy[i - 1] + energy[i]) /
        8;
  for (long i = 12; i < n - 3; i++)
    out[i] = energy[i] - 0.5 * (average[i] + average[i - 2]);
  free(smooth);
  free(slope);
  free(energy);
  free(average);
}
