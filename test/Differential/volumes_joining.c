// Arrays that are joined, cut, turned round and interleaved, and read across the
// seams.
// sizes: 0,0 0,3 1,0 1,1 2,2 2,5 3,2 7,7 13,4 31,45
// idle: main main main
// RUN: %differential --any-number %s
#include "Inputs/volumes.h"

void joined(long n, long m, const double *restrict a, const double *restrict b,
            double *restrict out) {
  double *all = malloc((n + m + 1) * sizeof *all);
  for (long i = 0; i < n; i++)
    all[i] = a[i];
  for (long i = 0; i < m; i++)
    all[n + i] = b[i];
  all[n + m] = -0.0;
  for (long i = 0; i < n + m; i++)
    out[i] = all[i + 1] - 0.5 * all[i];
  free(all);
}

void rolled(long n, long by, const double *restrict in, double *restrict out) {
  double *turned = malloc((n + 1) * sizeof *turned);
  if (by > n)
    by = n;
  for (long i = 0; i < n - by; i++)
    turned[i + by] = in[i];
  for (long i = 0; i < by; i++)
    turned[i] = in[n - by + i];
  for (long i = 0; i < n; i++)
    out[i] = in[i] + 3 * turned[n - 1 - i];
  free(turned);
}

void interleaved(long n, const double *restrict a, const double *restrict b,
                 double *restrict out) {
  double *both = malloc((2 * n + 2) * sizeof *both);
  for (long i = 0; i < n; i++)
    both[2 * i] = a[i];
  for (long i = 0; i < n; i++)
    both[2 * i + 1] = b[n - 1 - i];
  both[2 * n] = both[2 * n + 1] = 5;
  for (long i = 0; i < 2 * n; i++)
    out[i] = both[i] - both[i + 2];
  free(both);
}

double sliced(long n, long m, const double (*restrict in)[m]) {
  double (*all)[n][m] = malloc(3 * sizeof *all);
  double (*part)[n][m] = malloc(2 * sizeof *part);
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      all[0][i][j] = in[i][j];
      all[1][i][j] = 0.25;
      all[2][i][j] = in[n - 1 - i][m - 1 - j];
    }
  for (long k = 0; k < 2; k++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j < m; j++)
        part[k][i][j] = all[k + 1][i][j];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      sum = 0.5 * sum + part[0][i][j] - part[1][i][j] * all[0][i][j];
  free(all);
  free(part);
  return sum;
}

void transposed(long n, const double (*restrict in)[n], double (*restrict out)[n]) {
  double (*other)[n] = malloc(n * sizeof *other);
  double (*again)[n] = malloc(n * sizeof *again);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      other[j][i] = in[i][j];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      again[i][j] = i <= j ? other[i][j] : other[j][i];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      out[i][j] = again[i][j] + other[j][n - 1 - i];
  free(other);
  free(again);
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2), most = 2 * (n + m) + n * n + n * m;
  double *a = numbers(most), *b = numbers(most), *out = numbers(most);
  joined(n, m, a, b + 1, out);
  show_all(out, most);
  rolled(n, m, a, out);
  show_all(out, most);
  interleaved(n, a, b + 3, out);
  show_all(out, most);
  if (n > 0 && m > 0)
    show(sliced(n, m, (const double (*)[m])a));
  if (n > 0)
    transposed(n, (const double (*)[n])a, (double (*)[n])out);
  show_all(out, most);
  free(a), free(b), free(out);
}
