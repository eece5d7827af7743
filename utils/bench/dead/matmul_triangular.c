// Only the lower triangle of what two steps compute is used.

#include <stdio.h>
#include <stdlib.h>

#ifdef BY_HAND
#define WIDTH (i + 1)
#else
#define WIDTH m
#endif

static void product(long m, long p, const double *restrict a,
                    const double *restrict b, double *restrict out) {
  double (*tmp)[m] = malloc((m * m + 1) * sizeof **tmp);
  double (*scaled)[m] = malloc((m * m + 1) * sizeof **scaled);
  for (long i = 0; i < m; i++)
    for (long j = 0; j < WIDTH; j++) {
      tmp[i][j] = 0;
      for (long k = 0; k < p; k++)
        tmp[i][j] += a[i * p + k] * b[k * m + j];
    }
  for (long i = 0; i < m; i++)
    for (long j = 0; j < WIDTH; j++)
      scaled[i][j] = 2 * tmp[i][j] + 1;
  for (long i = 0; i < m; i++)
    for (long j = 0; j <= i; j++)
      out[i * m + j] = scaled[i][j];
  free(tmp);
  free(scaled);
}

int main(int argc, char **argv) {
  long m = argc > 1 ? atol(argv[1]) : 700;
  long p = argc > 2 ? atol(argv[2]) : m;
  double *a = malloc((m * p + 1) * sizeof *a);
  double *b = malloc((m * p + 1) * sizeof *b);
  double *out = calloc(m * m + 1, sizeof *out);
  for (long i = 0; i < m * p; i++) {
    a[i] = i % 7 - 2;
    b[i] = i % 5 - 1.5;
  }
  product(m, p, a, b, out);
  double sum = 0;
  for (long i = 0; i < m * m; i++)
    sum += (i + 1) * out[i];
  free(a);
  free(b);
  free(out);
  printf("%.17g\n", sum);
  return 0;
}
