// Prices of options from prices of shares, in the manner of Black and Scholes,
// with fractions in place of exponentials, one operation at a time.
// category: array expressions
// benchmark: in 4096 1500; out 8000000 1
// sizes: 0,1 1,1 2,1 7,2 64,1 100,1

#include "series.h"

#define EACH for (long i = 0; i < n; i++)

static void kernel(long n, const double *in, double *out) {
  double *share = malloc(n * sizeof(double));
  double *ratio = malloc(n * sizeof(double));
  double *log_ratio = malloc(n * sizeof(double));
  double *d1 = malloc(n * sizeof(double));
  double *d2 = malloc(n * sizeof(double));
  double *n1 = malloc(n * sizeof(double));
  double *n2 = malloc(n * sizeof(double));
  double *discounted = malloc(n * sizeof(double));
  EACH share[i] = 80 + 40 * in[i];
  EACH ratio[i] = share[i] / 100;
  EACH log_ratio[i] = 2 * (ratio[i] - 1) / (ratio[i] + 1);
  EACH d1[i] = (log_ratio[i] + 0.07) / 0.3;
  EACH d2[i] = d1[i] - 0.3;
  EACH n1[i] = 0.5 + 0.4 * d1[i] / (1 + 0.3 * fabs(d1[i]));
  EACH n2[i] = 0.5 + 0.4 * d2[i] / (1 + 0.3 * fabs(d2[i]));
  EACH discounted[i] = 95 * n2[i];
  EACH out[i] = share[i] * n1[i] - discounted[i];
  free(share);
  free(ratio);
  free(log_ratio);
  free(d1);
  free(d2);
  free(n1);
  free(n2);
  free(discounted);
}
