// Of a matrix product only the diagonal is used: two of three loops are left of
// it, and of the matrix a row.
// contracted: 1
// removed: 2
// sizes: 0,0 1,1 2,3 3,2 7,7 41,29
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void product(long m, long p,
                                              const double *restrict a,
                                              const double *restrict b,
                                              double *restrict out) {
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

int main(int argc, char **argv) {
  long m = size(argv, 1), p = size(argv, 2);
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
  show(sum);
}
