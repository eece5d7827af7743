// A signal is taken apart by a wavelet, twice: means and differences of pairs.
// Small differences are made smaller, and the signal is put together again.
// category: sampling
// benchmark: in 4096 39000; out 16000000 1
// sizes: 0,1 1,1 2,1 7,2 64,1 101,1

#include "series.h"

static void kernel(long n, const double *in, double *out) {
  long half = n / 2, quarter = n / 4;
  double *low = malloc(half * sizeof(double));
  double *high = malloc(half * sizeof(double));
  double *low2 = malloc(quarter * sizeof(double));
  double *high2 = malloc(quarter * sizeof(double));
  double *soft = malloc(half * sizeof(double));
  double *soft2 = malloc(quarter * sizeof(double));
  double *back = malloc(half * sizeof(double));
  for (long i = 0; i < half; i++)
    low[i] = 0.5 * (in[2 * i] + in[2 * i + 1]);
  for (long i = 0; i < half; i++)
    high[i] = 0.5 * (in[2 * i] - in[2 * i + 1]);
  for (long i = 0; i < quarter; i++)
    low2[i] = 0.5 * (low[2 * i] + low[2 * i + 1]);
  for (long i = 0; i < quarter; i++)
    high2[i] = 0.5 * (low[2 * i] - low[2 * i + 1]);
  for (long i = 0; i < half; i++)
    soft[i] = high[i] * fabs(high[i]);
  for (long i = 0; i < quarter; i++)
    soft2[i] = high2[i] * fabs(high2[i]);
  for (long i = 0; i < quarter; i++) {
    back[2 * i] = low2[i] + soft2[i];
    back[2 * i + 1] = low2[i] - soft2[i];
  }
  for (long i = 0; i < 2 * quarter; i++) {
    out[2 * i] = back[i] + soft[i];
    out[2 * i + 1] = back[i] - soft[i];
  }
  free(low);
  free(high);
  free(low2);
  free(high2);
  free(soft);
  free(soft2);
  free(back);
}
