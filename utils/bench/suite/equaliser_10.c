// Sound through an equaliser: three bands with two filters each, which are
// weighted, added, limited and smoothed; ten stages over one signal.
// category: pipelines
// benchmark: in 4096 1200; out 8000000 1
// sizes: 0,1 1,1 2,1 7,2 64,1 100,1

#include "series.h"

static void kernel(long n, const double *in, double *out) {
  double *low = malloc(n * sizeof(double));
  double *low2 = malloc(n * sizeof(double));
  double *rest = malloc(n * sizeof(double));
  double *middle = malloc(n * sizeof(double));
  double *middle2 = malloc(n * sizeof(double));
  double *high = malloc(n * sizeof(double));
  double *high2 = malloc(n * sizeof(double));
  double *sum = malloc(n * sizeof(double));
  double *limited = malloc(n * sizeof(double));
  for (long i = 3; i < n; i++)
    low[i] = 0.25 * (in[i] + in[i - 1] + in[i - 2] + in[i - 3]);
  for (long i = 6; i < n; i++)
    low2[i] = 0.25 * (low[i] + low[i - 1] + low[i - 2] + low[i - 3]);
  for (long i = 6; i < n; i++)
    rest[i] = in[i] - low2[i];
  for (long i = 7; i < n; i++)
    middle[i] = 0.5 * (rest[i] + rest[i - 1]);
  for (long i = 8; i < n; i++)
    middle2[i] = 0.5 * (middle[i] + middle[i - 1]);
  for (long i = 8; i < n; i++)
    high[i] = rest[i] - middle2[i];
  for (long i = 9; i < n; i++)
    high2[i] = 0.75 * high[i] - 0.25 * high[i - 1];
  for (long i = 9; i < n; i++)
    sum[i] = 1.5 * low2[i] + 0.75 * middle2[i] + 1.25 * high2[i];
  for (long i = 9; i < n; i++)
    limited[i] = sum[i] / (1 + fabs(sum[i]));
  for (long i = 10; i < n; i++)
    out[i] = 0.5 * (limited[i] + limited[i - 1]);
  free(low);
  free(low2);
  free(rest);
  free(middle);
  free(middle2);
  free(high);
  free(high2);
  free(sum);
  free(limited);
}
