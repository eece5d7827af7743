// Loops in front of others that lost iterations need not compute what only
// those iterations read, if it is certain that the original ones do not run.
// contracted: 1
// removed: 19
// sizes: 2,0 2,1 3,1 5,3 11,4 23,9 31,8
// RUN: %differential %s
#include "Inputs/program.h"

static int ticks;
__attribute__((noinline)) static void tick(void) { ticks++; }
__attribute__((noinline)) static long least(long k) {
  return k < ticks ? k : ticks;
}

/// Each loop needs what the next one needs.
__attribute__((noinline)) static double chain(long n, long k,
                                              const double *restrict in) {
  double *a = malloc(n * sizeof *a);
  double *b = malloc(n * sizeof *b);
  double *c = malloc(n * sizeof *c);
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 0.75;
  tick();
  for (long i = 0; i < n; i++)
    b[i] = a[i] + 3;
  tick();
  for (long i = 0; i < n; i++)
    c[i] = a[i] * b[i];
  tick();
  for (long i = 0; i <= k; i++)
    sum = sum * 0.5 + c[i];
  free(a);
  free(b);
  free(c);
  return sum;
}

/// Rows and columns; what is between may leave the function.
__attribute__((noinline)) static double leaves(long n, long k,
                                               const double *restrict in) {
  double (*a)[n] = malloc(n * sizeof *a);
  double (*b)[n] = malloc(n * sizeof *b);
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i][j] = in[i * n + j] - 2;
  tick();
  if (in[1] > 5) {
    free(a);
    free(b);
    return in[2];
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      b[i][j] = a[j][i] * 3;
  tick();
  for (long i = 0; i <= k; i++)
    for (long j = 0; j < n; j++)
      sum = sum * 0.5 + b[i][j];
  free(a);
  free(b);
  return sum;
}

/// The decision on the second loops depends on an allocation of their own.
__attribute__((noinline)) static double allocates(long n, long k,
                                                  const double *restrict in) {
  double (*a)[n] = malloc(n * sizeof *a);
  double (*t)[n] = malloc(n * sizeof *t);
  double (*b)[n] = malloc(n * sizeof *b);
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i][j] = in[i * n + j] - 2;
  tick();
  for (long j = 0; j < n; j++)
    t[0][j] = a[0][j];
  for (long i = 1; i < n; i++) {
    t[i][0] = a[i][0];
    for (long j = 1; j < n; j++)
      t[i][j] = t[i - 1][j - 1] * 0.5 + a[i][j];
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      b[i][j] = t[i][j] * 3;
  tick();
  for (long i = 0; i <= k; i++)
    for (long j = 0; j < n; j++)
      sum = sum * 0.5 + b[i][j];
  free(a);
  free(t);
  free(b);
  return sum;
}

/// The second loops run rewritten only where OUT is not IN: known in front of
/// both.
__attribute__((noinline)) static double aliases(long n, long k,
                                                const double *in, double *out) {
  double *a = malloc(n * sizeof *a);
  double *b = malloc(n * sizeof *b);
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = i * 0.75;
  tick();
  for (long i = 0; i < n; i++)
    b[i] = a[i] + in[i];
  for (long i = 0; i <= k; i++)
    out[i + 1] = in[i] * 5;
  tick();
  for (long i = 0; i <= k; i++)
    sum = sum * 0.5 + b[i];
  free(a);
  free(b);
  return sum;
}

/// With M > N, rows reach into the next ones, and what is needed is not what it
/// seems to be: then the original loops run, both of them.
__attribute__((noinline)) static double beyond(long n, long m, long k,
                                               const double *restrict in) {
  double *a = malloc((n + 2) * n * sizeof *a);
  double *b = malloc((n + 2) * n * sizeof *b);
  double sum = 0;
  for (long i = 0; i < n + 2; i++)
    for (long j = 0; j < n; j++)
      a[i * n + j] = in[i] * j;
  tick();
  for (long i = n - 1; i >= 0; i--)
    for (long j = 0; j < m; j++)
      b[i * n + j] = a[(n - 1 - i) * n + j];
  tick();
  for (long j = 0; j < n; j++)
    sum = sum * 0.5 + b[k * n + j];
  free(a);
  free(b);
  return sum;
}

/// Each turn allocates anew.
__attribute__((noinline)) static double turns(long n, long k,
                                              const double *restrict in) {
  double sum = 0;
  for (long t = 0; t < 3; t++) {
    double *a = malloc(n * sizeof *a);
    double *b = malloc(n * sizeof *b);
    for (long i = 0; i < n; i++)
      a[i] = in[i] + t;
    tick();
    for (long i = 0; i < n; i++)
      b[i] = a[i] + t;
    tick();
    for (long i = 0; i <= k; i++)
      sum = sum * 0.5 + b[i];
    free(a);
    free(b);
  }
  return sum;
}

/// Something else reads all of the first array after all.
__attribute__((noinline)) static double shown(long n, long k,
                                              const double *restrict in) {
  double *a = malloc(n * sizeof *a);
  double *b = malloc(n * sizeof *b);
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 0.75;
  tick();
  for (long i = 0; i < n; i++)
    b[i] = a[i] + 3;
  tick();
  for (long i = 0; i <= k; i++)
    sum = sum * 0.5 + b[i];
  tick();
  for (long i = 0; i < n; i++)
    show(a[i]);
  free(a);
  free(b);
  return sum;
}

/// The second loops run several times on what the first ones left.
__attribute__((noinline)) static double repeats(long n, long k,
                                                const double *restrict in) {
  double *a = malloc(n * sizeof *a);
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 0.75;
  for (long t = 0; t < 3; t++) {
    double *b = malloc(n * sizeof *b);
    tick();
    for (long i = 0; i < n; i++)
      b[i] = a[i] * t;
    tick();
    for (long i = 0; i <= k; i++)
      sum = sum * 0.5 + b[i];
    free(b);
  }
  free(a);
  return sum;
}

/// What is needed is known only behind the first loops.
__attribute__((noinline)) static double asks(long n, long k,
                                             const double *restrict in) {
  double *a = malloc(n * sizeof *a);
  double *b = malloc(n * sizeof *b);
  double sum = 0;
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 0.75;
  tick();
  long last = least(k);
  for (long i = 0; i < n; i++)
    b[i] = a[i] + 3;
  tick();
  for (long i = 0; i <= last; i++)
    sum = sum * 0.5 + b[i];
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), k = size(argv, 2);
  double *in = malloc((n * n + 4) * sizeof *in);
  double *out = malloc((n * n + 4) * sizeof *out);
  for (long i = 0; i < n * n + 4; i++)
    in[i] = i * i % 17;
  show(chain(n, k, in));
  show(leaves(n, k, in));
  in[1] = 8;
  show(leaves(n, k, in));
  show(allocates(n, k, in));
  show(aliases(n, k, in, out));
  show(aliases(n, k, in, in));
  show(beyond(n, n, k, in));
  show(beyond(n, 2 * n, k, in));
  show(turns(n, k, in));
  show(shown(n, k, in));
  show(repeats(n, k, in));
  show(asks(n, k, in));
  printf("%d\n", ticks);
  free(in);
  free(out);
}
