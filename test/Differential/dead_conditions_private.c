// Of arrays that are stored to under a condition on data, or at subscripts that
// are data, only a part is needed. What such a store may leave as it was is
// needed too.
// contracted: 2
// removed: 10
// sizes: 2,0 2,1 3,1 5,3 11,4 23,9
// RUN: %differential %s
#include "Inputs/program.h"

static int ticks;
__attribute__((noinline)) static void tick(void) { ticks++; }

/// The rows up to the Kth, of both stores.
__attribute__((noinline)) static double rows(long n, long k,
                                             const double *restrict in) {
  double (*a)[n] = malloc(n * sizeof *a);
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i][j] = in[i] - j;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      if (in[i * n + j] > 5)
        a[i][j] = in[i * n + j] * 3;
  for (long i = 0; i <= k; i++)
    for (long j = 0; j < n; j++)
      sum = sum * 0.5 + a[i][j];
  free(a);
  return sum;
}

/// The same with the reads somewhere behind the loops.
__attribute__((noinline)) static double later(long n, long k,
                                              const double *restrict in) {
  double *a = malloc(n * sizeof *a);
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 0.75;
  for (long i = 0; i < n; i++)
    if (in[i * n] > 3)
      a[i] += in[i];
  tick();
  for (long i = 0; i <= k; i++)
    sum = sum * 0.5 + a[i];
  free(a);
  return sum;
}

/// Nobody knows where the first stores go, but all that is read is written
/// anew.
__attribute__((noinline)) static double
anew(long n, long k, const double *restrict in, const int *restrict key) {
  double *a = malloc(n * sizeof *a);
  double *b = malloc(n * sizeof *b);
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[key[i]] = in[i] * 5;
  for (long i = 0; i < n; i++)
    a[i] = in[i] + 2;
  for (long i = 0; i < n; i++)
    b[i] = a[i] * 2;
  for (long i = 0; i <= k; i++)
    sum = sum * 0.5 + b[i];
  free(a);
  free(b);
  return sum;
}

/// All of the stores may reach what is read.
__attribute__((noinline)) static double
anywhere(long n, long k, const double *restrict in, const int *restrict key) {
  double *a = malloc(n * sizeof *a);
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 3;
  for (long i = 0; i < n; i++)
    a[key[i]] = in[i] + 4;
  tick();
  for (long i = 0; i <= k; i++)
    sum = sum * 0.5 + a[i];
  free(a);
  return sum;
}

/// What one turn stores is what another one reads.
__attribute__((noinline)) static double turns(long n, long k,
                                              const double *restrict in) {
  double *a = malloc(n * sizeof *a);
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = 1;
  for (long t = 0; t < 4; t++) {
    tick();
    for (long i = 0; i <= k; i++)
      sum = sum * 0.5 + a[i];
    for (long i = 0; i < n; i++)
      if (in[i + t] > 4)
        a[i] = in[i] * t;
  }
  free(a);
  return sum;
}

/// Read as something else than it was written as.
__attribute__((noinline)) static double halves(long n, long k,
                                               const double *restrict in) {
  long *a = malloc(n * sizeof *a);
  int *half = (int *)a;
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = i * 5;
  for (long i = 0; i < n; i++)
    if (in[i] > 4)
      a[i] = i << 33;
  tick();
  for (long i = 0; i <= k; i++)
    sum = sum * 0.5 + half[i];
  free(a);
  return sum;
}

/// Somebody else sees it.
__attribute__((noinline)) static double shown(long n, long k,
                                              const double *restrict in) {
  double *a = malloc(n * sizeof *a);
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 3;
  for (long i = 0; i < n; i++)
    if (in[i] > 4)
      a[i] = in[i] * 2 - i;
  for (long i = 0; i <= k; i++)
    sum = sum * 0.5 + a[i];
  tick();
  for (long i = 0; i < n; i++)
    show(a[i]);
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), k = size(argv, 2);
  double *in = malloc((n * n + 4) * sizeof *in);
  int *key = malloc(n * sizeof *key);
  for (long i = 0; i < n * n + 4; i++)
    in[i] = i * i % 17;
  for (long i = 0; i < n; i++)
    key[i] = i * 5 % n;
  show(rows(n, k, in));
  show(later(n, k, in));
  show(anew(n, k, in, key));
  show(anywhere(n, k, in, key));
  show(turns(n, k, in));
  show(halves(n, k, in));
  show(shown(n, k, in));
  printf("%d\n", ticks);
  free(in);
  free(key);
}
