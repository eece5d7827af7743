// Products with zeros are left out where flags say that numbers are finite and the
// sign of a zero does not matter. The sums of the others are the same bit for bit.
// sizes: 0 1 2 3 5 8 17 40
// flags: -ffinite-math-only -fno-signed-zeros
// idle: main
// RUN: %differential --any-number --options '' --options schedule=tile %s
#include "Inputs/volumes.h"

void square(long n, const double (*restrict in)[n], double (*restrict out)[n]) {
  double (*full)[n] = malloc(n * sizeof *full);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      full[i][j] = j >= i - 1 && j <= i + 2 ? in[i][j] : 0;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        out[i][j] += full[i][k] * full[k][j];
  free(full);
}

// In registers; of the last rows nothing is added at all.
void vectors(long n, long m, const double (*restrict in)[n],
             double *restrict out) {
  double (*part)[n] = calloc(n, sizeof *part);
  for (long i = 0; i < m; i++)
    for (long j = 0; j <= i; j++)
      part[i][j] = in[i][j] + 1;
  for (long i = 0; i < n; i++) {
    double sum = out[i], twice = 0;
    for (long k = 0; k < n; k++) {
      sum += part[i][k] * in[k][i];
      twice += 2 * (part[i][k] * in[i][k]);
    }
    out[i] = sum;
    out[n + i] = twice;
  }
  free(part);
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *in = calloc(n * n + 1, sizeof *in), *out = calloc(n * n + 1, sizeof *out);
  double *sums = calloc(2 * n + 1, sizeof *sums);
  for (long i = 0; i < n * n; i++) {
    in[i] = (double)((i * 37 + 11) % 64 + 1) / 8;
    out[i] = (double)(i % 7 + 1);
  }
  for (long i = 0; i < n; i++)
    sums[i] = (double)i + 3;
  if (n > 0) {
    square(n, (const double (*)[n])in, (double (*)[n])out);
    vectors(n, n - n / 3, (const double (*)[n])in, sums);
  }
  show_all(out, n * n);
  show_all(sums, 2 * n);
  free(in), free(out), free(sums);
}
