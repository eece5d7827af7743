// A formula over vectors, one operation at a time, as a program writes it that
// has operations on whole vectors only.
// category: array expressions
// benchmark: in 4096 1800; out 8000000 1
// sizes: 0,1 1,1 2,1 7,2 64,1 100,1

#include "series.h"

static void kernel(long n, const double *in, double *out) {
  double *t1 = malloc(n * sizeof(double)), *t2 = malloc(n * sizeof(double));
  double *t3 = malloc(n * sizeof(double)), *t4 = malloc(n * sizeof(double));
  double *t5 = malloc(n * sizeof(double)), *t6 = malloc(n * sizeof(double));
  double *t7 = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    t1[i] = in[i] * in[i];
  for (long i = 0; i < n; i++)
    t2[i] = t1[i] + 3;
  for (long i = 0; i < n; i++)
    t3[i] = in[i] * 0.5;
  for (long i = 0; i < n; i++)
    t4[i] = t2[i] * t3[i];
  for (long i = 0; i < n; i++)
    t5[i] = t4[i] - t1[i];
  for (long i = 0; i < n; i++)
    t6[i] = t5[i] / t2[i];
  for (long i = 0; i < n; i++)
    t7[i] = t6[i] * t6[i];
  for (long i = 0; i < n; i++)
    out[i] = t7[i] + t5[i];
  free(t1), free(t2), free(t3), free(t4), free(t5), free(t6), free(t7);
}
