// Chains over one and over three dimensions in overlapping tiles, sums along a
// dimension, and pipelines that cannot be cut.
// contracted: 12
// options: schedule=overlap
// sizes: 0 1 2 3 5 7 8 9 16 23 40
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void signal(long n, const double *restrict in,
                                             double *restrict out) {
  double *a = malloc((n + 1) * sizeof *a), *b = malloc((n + 1) * sizeof *b);
  double *c = malloc((n + 1) * sizeof *c);
  for (long i = 1; i < n - 1; i++)
    a[i] = in[i - 1] + in[i] + in[i + 1];
  for (long i = 3; i < n - 3; i++)
    b[i] = a[i - 2] * a[i + 2];
  for (long i = 3; i < n - 3; i++)
    c[i] = b[i] - a[i];
  for (long i = 5; i < n - 5; i++)
    out[i] = c[i - 2] + c[i] + c[i + 2];
  free(a);
  free(b);
  free(c);
}

__attribute__((noinline)) static void volume(long n,
                                             const double (*restrict in)[n][n],
                                             double (*restrict out)[n][n]) {
  double (*a)[n][n] = malloc((n * n * n + 1) * sizeof(double));
  double (*b)[n][n] = malloc((n * n * n + 1) * sizeof(double));
  for (long i = 1; i < n - 1; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        a[i][j][k] = in[i - 1][j][k] - in[i + 1][j][k];
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      for (long k = 0; k < n; k++)
        b[i][j][k] = a[i][j - 1][k] - a[i][j + 1][k];
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      for (long k = 1; k < n - 1; k++)
        out[i][j][k] = b[i][j][k - 1] - b[i][j][k + 1];
  free(a);
  free(b);
}

/// Each row is added up, and its sum used along it.
__attribute__((noinline)) static void
rows(long n, const double (*restrict in)[n], double (*restrict out)[n]) {
  double *sum = malloc((n + 1) * sizeof *sum);
  double (*scaled)[n] = malloc((n * n + 1) * sizeof(double));
  for (long i = 0; i < n; i++) {
    sum[i] = 1;
    for (long j = 0; j < n; j++)
      sum[i] += in[i][j];
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      scaled[i][j] = in[i][j] / sum[i];
  for (long i = 0; i < n - 1; i++)
    for (long j = 0; j < n; j++)
      out[i][j] = scaled[i][j] - scaled[i + 1][j];
  free(sum);
  free(scaled);
}

enum { Size = 24 };

/// Arrays of a size that is known, and two pipelines after each other.
__attribute__((noinline)) static void twice(double (*restrict in)[Size],
                                            double (*restrict middle)[Size],
                                            double (*restrict out)[Size]) {
  double a[Size][Size], b[Size][Size];
  for (int i = 0; i < Size; i++)
    for (int j = 0; j < Size; j++)
      a[i][j] = in[i][j] * 2;
  for (int i = 1; i < Size - 1; i++)
    for (int j = 1; j < Size - 1; j++)
      middle[i][j] = a[i - 1][j - 1] + a[i + 1][j + 1];
  for (int i = 0; i < Size; i++)
    for (int j = 0; j < Size; j++)
      b[i][j] = middle[i][j] + 1;
  for (int i = 1; i < Size - 1; i++)
    for (int j = 1; j < Size - 1; j++)
      out[i][j] = b[i - 1][j] * b[i][j - 1];
}

/// Each element depends on all those before it: a tile would need them all.
__attribute__((noinline)) static void running(long n, const double *restrict in,
                                              double *restrict out) {
  double *total = malloc((n + 1) * sizeof *total);
  total[0] = 0;
  for (long i = 0; i < n; i++)
    total[i + 1] = total[i] + in[i];
  for (long i = 2; i < n; i++)
    out[i] = total[i + 1] - total[i - 2];
  free(total);
}

/// All elements are needed by each.
__attribute__((noinline)) static void mirror(long n, const double *restrict in,
                                             double *restrict out) {
  double *a = malloc((n + 1) * sizeof *a), *b = malloc((n + 1) * sizeof *b);
  for (long i = 0; i < n; i++)
    a[i] = in[i] + 1;
  for (long i = 0; i < n; i++)
    b[i] = a[n - 1 - i] * a[i];
  for (long i = 0; i < n; i++)
    out[i] = b[i] - a[i];
  free(a);
  free(b);
}

int main(int argc, char **argv) {
  long n = size(argv, 1), all = n * n * n;
  double *in = malloc((all + 1) * sizeof(double));
  double *out = calloc(all + 1, sizeof(double));
  double small[3][Size][Size] = {{{0}}};
  for (long i = 0; i < all; i++)
    in[i] = (i * 7 + i / 5) % 13;
  for (int i = 0; i < Size * Size; i++)
    small[0][i / Size][i % Size] = (i * 5) % 11;
  double sum = 0;
  for (int which = 0; which < 6; which++) {
    if (which == 0)
      signal(all, in, out);
    else if (which == 1)
      volume(n, (void *)in, (void *)out);
    else if (which == 2)
      rows(n, (void *)in, (void *)out);
    else if (which == 3)
      twice(small[0], small[1], small[2]);
    else if (which == 4)
      running(all, in, out);
    else
      mirror(all, in, out);
    for (long i = 0; i < all; i++)
      sum = sum * 0.99 + out[i];
    for (int i = 0; i < Size * Size; i++)
      sum = sum * 0.99 + small[2][i / Size][i % Size];
  }
  show(sum);
  free(in);
  free(out);
}
