// Of a matrix product only the diagonal is used.

#include <stdio.h>
#include <stdlib.h>

#ifdef BY_HAND
static void product(long m, long p, const double *restrict a,
                    const double *restrict b, double *restrict out) {
  for (long i = 0; i < m; i++) {
    double sum = 0;
    for (long k = 0; k < p; k++)
      sum += a[i * p + k] * b[k * m + i];
    out[i] = sum;
  }
}
#else
static void product(long m, long p, const double *restrict a,
                    const double *restrict b, double *restrict out) {
  double (*tmp)[m] = malloc((m * m + 1) * sizeof **tmp);
  for (long i = 0; i < m; i++)
    for (long j = 0; j < m; j++) {
      tmp[i][j] = 0;
      for (long k = 0; k < p; k++)
        tmp[i][j] += a[i * p + k] * b[k * m + j];
    }
  for (long i = 0; i < m; i++)
    out[i] = tmp[i][i];
  free(tmp);
}
#endif

int main(int argc, char **argv) {
  long m = argc > 1 ? atol(argv[1]) : 700;
  long p = argc > 2 ? atol(argv[2]) : m;
  double *a = malloc((m * p + 1) * sizeof *a);
  double *b = malloc((m * p + 1) * sizeof *b);
  double *out = malloc((m + 1) * sizeof *out);
  for (long i = 0; i < m * p; i++) {
    a[i] = i % 7 - 2;
    b[i] = i % 5 - 1.5;
  }
  product(m, p, a, b, out);
  double sum = 0;
  for (long i = 0; i < m; i++)
    sum += (i + 1) * out[i];
  free(a);
  free(b);
  free(out);
  printf("%.17g\n", sum);
  return 0;
}
