// Sums and products over regions of zeros and ones. Numbers may be infinite, none, or
// zeros of both signs, of which nothing may get lost.
// sizes: 0 1 2 3 5 8 17 40
// RUN: %differential --any-number --options '' --options no-forward --options no-idle \
// RUN:   --options schedule=tile --options schedule=overlap,always %s
#include "Inputs/volumes.h"

// Band and vector, in memory.
void rows(long n, const double (*restrict in)[n], const double *restrict x,
          double *restrict y) {
  double (*full)[n] = malloc(n * sizeof *full);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      full[i][j] = j >= i - 1 && j <= i + 2 ? in[i][j] : 0;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      y[i] += full[i][k] * x[k];
  free(full);
}

// The other way round, and in a register; minus zero is zero for a sum.
void columns(long n, const double (*restrict in)[n], const double *restrict x,
             double *restrict y) {
  double (*full)[n] = malloc(n * sizeof *full);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      full[i][j] = j <= i ? in[i][j] : -0.0;
  for (long j = 0; j < n; j++) {
    double sum = y[j], difference = y[j];
    for (long k = 0; k < n; k++) {
      sum += full[k][j];
      difference -= full[k][j];
    }
    y[j] = sum;
    y[n + j] = difference;
  }
  free(full);
}

// One is one.
void factors(long n, const double (*restrict in)[n], double *restrict y) {
  double (*ones)[n] = malloc(n * sizeof *ones);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      ones[i][j] = j < i ? in[i][j] : 1;
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++)
      y[i] *= ones[i][k];
  for (long i = 0; i < n; i++) {
    double product = 1;
    for (long k = 0; k < n; k++)
      product *= ones[k][i];
    y[n + i] = product;
  }
  free(ones);
}

// Integers: sums, alternating sums, masks and largest ones.
void counts(long n, const unsigned (*restrict in)[n], unsigned *restrict y) {
  unsigned (*lower)[n] = calloc(n, sizeof *lower);
  unsigned (*mask)[n] = malloc(n * sizeof *mask);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      if (j < i) {
        lower[i][j] = in[i][j];
        mask[i][j] = in[j][i];
      } else {
        mask[i][j] = ~0u;
      }
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++) {
      y[i] += lower[i][k] * in[k][i];
      y[n + i] ^= lower[k][i] - lower[i][k];
      y[2 * n + i] &= mask[i][k];
      y[3 * n + i] = y[3 * n + i] > lower[i][k] ? y[3 * n + i] : lower[i][k];
    }
  for (long i = 0; i < n; i++) {
    unsigned sum = i, last = 0;
    for (long k = 0; k < n; k++) {
      sum += lower[i][k] * in[k][i];
      last = lower[i][k] ? last + 1 : last;
    }
    y[4 * n + i] = sum + last;
  }
  free(lower);
  free(mask);
}

static void show_bits(const double *x, long count) {
  for (long i = 0; i < count; i++)
    printf("%d %d\n", isnan(x[i]) != 0, signbit(x[i]) && !isnan(x[i]));
  show_all(x, count);
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *in = numbers(n * n), *y = numbers(2 * n), *x = numbers(n);
  unsigned *some = calloc(n * n + 1, sizeof *some);
  unsigned *sums = calloc(5 * n + 1, sizeof *sums);
  static const double special[] = {INFINITY, -INFINITY, NAN, -0.0};
  for (int kind = 0; kind < 5 && n > 0; kind++) {
    if (kind > 0)
      x[n / 2] = in[n * n / 3] = special[kind - 1];
    for (long i = 0; i < n; i++)
      y[i] = -0.0;
    rows(n, (const double (*)[n])in, x, y);
    show_bits(y, n);
    for (long i = 0; i < n; i++)
      y[i] = -0.0;
    columns(n, (const double (*)[n])in, x, y);
    show_bits(y, 2 * n);
    factors(n, (const double (*)[n])in, y);
    show_bits(y, 2 * n);
  }
  for (long i = 0; i < n * n; i++)
    some[i] = 2654435761u * (unsigned)i;
  for (long i = 0; i < 5 * n; i++)
    sums[i] = ~(unsigned)i;
  if (n > 0)
    counts(n, (const unsigned (*)[n])some, sums);
  for (long i = 0; i < 5 * n; i++)
    show(sums[i]);
  free(in), free(x), free(y), free(some), free(sums);
}
