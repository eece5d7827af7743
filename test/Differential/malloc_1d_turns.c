// Stages of a signal, and of an image, of which some only need what the one in
// front makes of the same element: these share innermost loops, and what is
// between them is in registers.
// contracted: 11
// sizes: 0,0 1,1 2,2 3,5 7,4 64,61 2049,3 4099,2 16411,1 67,129
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void signal(const double *restrict in,
                                             double *restrict out, long n) {
  double *a = malloc(n * sizeof(double));
  double *b = malloc(n * sizeof(double));
  double *c = malloc(n * sizeof(double));
  double *d = malloc(n * sizeof(double));
  double *e = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 1.5 + 2;
  for (long i = 1; i < n - 1; i++)
    b[i] = a[i + 1] - a[i - 1];
  for (long i = 1; i < n - 1; i++)
    c[i] = b[i] * b[i];
  for (long i = 1; i < n - 1; i++)
    d[i] = c[i] * 0.75 + in[i] * 0.25;
  for (long i = 2; i < n - 2; i++)
    e[i] = d[i - 1] + d[i + 1] * c[i];
  for (long i = 2; i < n - 2; i++)
    out[i] = e[i] * 1.5 + 1;
  free(a);
  free(b);
  free(c);
  free(d);
  free(e);
}

/// The third stage changes the second one's results in place.
__attribute__((noinline)) static double in_place(const double *restrict in,
                                                 long n) {
  double *a = malloc(n * sizeof(double));
  double *b = malloc(n * sizeof(double));
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 3;
  for (long i = 1; i < n; i++)
    b[i] = a[i] - a[i - 1];
  for (long i = 1; i < n; i++)
    b[i] += in[i - 1] * b[i];
  for (long i = 1; i < n; i++)
    sum += b[i] * 0.5;
  free(a);
  free(b);
  return sum;
}

__attribute__((noinline)) static void
image(const double *restrict in, double *restrict result, long n, long m) {
  double (*a)[m] = malloc(n * sizeof *a);
  double (*b)[m] = malloc(n * sizeof *b);
  double (*c)[m] = malloc(n * sizeof *c);
  double (*d)[m] = malloc(n * sizeof *d);
  double (*out)[m] = (double (*)[m])result;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      a[i][j] = in[i * m + j] * 2;
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < m - 1; j++)
      b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < m - 1; j++)
      c[i][j] = b[i][j] * 0.25 - in[i * m + j];
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < m - 1; j++)
      d[i][j] = c[i][j] > 1 ? c[i][j] : 1;
  for (long i = 1; i < n - 1; i++)
    for (long j = 2; j < m - 2; j++)
      out[i][j] += d[i][j] * 0.5;
  free(a);
  free(b);
  free(c);
  free(d);
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2), all = n * m;
  double *in = malloc((all + 1) * sizeof(double));
  double *out = calloc(all + 1, sizeof(double));
  for (long i = 0; i < all; i++)
    in[i] = i * 7 % 17;
  signal(in, out, all);
  show(in_place(in, all));
  image(in, out, n, m);
  double sum = 0;
  for (long i = 0; i < all; i++)
    sum = sum * 0.99 + out[i];
  show(sum);
  free(in);
  free(out);
}
