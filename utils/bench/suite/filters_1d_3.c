// Three filters of a signal, one after the other, each with weights for sixteen
// numbers in a row.
// category: pipelines
// benchmark: in 4096 10000; out 16000000 1
// sizes: 0,1 1,1 2,1 47,2 64,1 101,1

#include "series.h"

enum { WEIGHTS = 16 };

static void kernel(long n, const double *in, double *out) {
  static const double weights[WEIGHTS] = {-0.01, -0.01, 0.01,  0.03, 0.05, 0.10,
                                          0.15,  0.18,  0.18,  0.15, 0.10, 0.05,
                                          0.03,  0.01,  -0.01, -0.01};
  double *first = malloc((n + 1) * sizeof(double));
  double *second = malloc((n + 1) * sizeof(double));
  for (long i = 0; i < n - WEIGHTS + 1; i++) {
    double sum = 0;
    for (int k = 0; k < WEIGHTS; k++)
      sum += weights[k] * in[i + k];
    first[i] = sum;
  }
  for (long i = 0; i < n - 2 * WEIGHTS + 2; i++) {
    double sum = 0;
    for (int k = 0; k < WEIGHTS; k++)
      sum += weights[k] * first[i + k];
    second[i] = sum;
  }
  for (long i = 0; i < n - 3 * WEIGHTS + 3; i++) {
    double sum = 0;
    for (int k = 0; k < WEIGHTS; k++)
      sum += weights[k] * second[i + k];
    out[i] = sum;
  }
  free(first);
  free(second);
}
