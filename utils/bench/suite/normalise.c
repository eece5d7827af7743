// A vector less its mean, divided by how far it varies: sums in between.
// category: array expressions
// benchmark: in 4096 10000; out 16000000 1
// sizes: 0,1 1,1 2,1 7,2 64,1 100,1

#include "series.h"

static void kernel(long n, const double *in, double *out) {
  double *centred = malloc(n * sizeof(double));
  double *square = malloc(n * sizeof(double));
  double sum = 0, variance = 0;
  for (long i = 0; i < n; i++)
    sum += in[i];
  double mean = sum / (double)n;
  for (long i = 0; i < n; i++)
    centred[i] = in[i] - mean;
  for (long i = 0; i < n; i++)
    square[i] = centred[i] * centred[i];
  for (long i = 0; i < n; i++)
    variance += square[i];
  double deviation = sqrt(variance / (double)n) + 1e-9;
  for (long i = 0; i < n; i++)
    out[i] = centred[i] / deviation;
  free(centred);
  free(square);
}
