// Arrays of which later loops, or straight-line code, need a part.
// removed: 12
// sizes: 0,0 1,0 1,1 2,1 3,2 7,5 8,11 41,29
// RUN: %differential %s
#include "Inputs/program.h"

/// Something between the loops that is no part of them.
static int ticks;
__attribute__((noinline)) static void tick(void) { ticks++; }

__attribute__((noinline)) static double first_half(long n, const double *in) {
  double *a = malloc((n + 1) * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] = in[i] * in[i] + 1;
  tick();
  double sum = 0;
  for (long i = 0; i < n / 2; i++)
    sum += a[i];
  free(a);
  return sum;
}

__attribute__((noinline)) static double some(unsigned n, unsigned few,
                                             const double *in) {
  double *a = malloc((n + few + 1) * sizeof *a);
  for (unsigned i = 0; i < n + few; i++)
    a[i] = in[i] * in[i] + 1;
  tick();
  double sum = 0;
  for (unsigned i = 0; i < few; i++)
    sum += a[i];
  free(a);
  return sum;
}

__attribute__((noinline)) static double last(int n, const double *in) {
  double a[n + 1][n + 2];
  for (int i = 0; i <= n; i++)
    for (int j = 0; j <= n; j++)
      a[i][j] = in[i] * in[j] + 1;
  tick();
  return a[n][0];
}

__attribute__((noinline)) static double lower(int n, const double *in) {
  double (*a)[n + 1] = malloc((n + 1) * sizeof *a);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = in[i] * in[j] + 1;
  tick();
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      sum += a[i][j];
  tick();
  for (int i = 0; i < n; i++)
    sum += a[i][i];
  free(a);
  return sum;
}

__attribute__((noinline)) static double two(const double *in) {
  double a[100][200];
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 200; j++)
      a[i][j] = in[i % 32] * in[j % 32] + 1;
  tick();
  return a[7][9] + a[99][199];
}

/// Two loops after each other that both compute too much.
__attribute__((noinline)) static double chain(long n, const double *in) {
  double *a = malloc((2 * n + 1) * sizeof *a);
  double *b = malloc((2 * n + 1) * sizeof *b);
  for (long i = 0; i < 2 * n; i++)
    a[i] = in[i] + 1;
  tick();
  for (long i = 0; i < n; i++)
    b[i] = 2 * a[2 * i];
  tick();
  double sum = 0;
  for (long i = 0; i < n; i += 3)
    sum += b[i];
  free(a);
  free(b);
  return sum;
}

/// The array is another one each time around.
__attribute__((noinline)) static double around(long n, long m,
                                               const double *in) {
  double sum = 0;
  for (long t = 0; t < 3; t++) {
    double *a = malloc((n + m + t + 1) * sizeof *a);
    for (long i = 0; i < n + m + t; i++)
      a[i] = in[i] * (t + 1);
    tick();
    for (long i = 0; i < m; i++)
      sum += a[i];
    free(a);
  }
  return sum;
}

/// Subscripts of a type that wraps around, in which 4 is -4294967292.
__attribute__((noinline)) static double behind(unsigned n, const double *in) {
  double *a = malloc((n + 8) * sizeof *a);
  for (unsigned i = 0; i < n + 8; i++)
    a[i] = in[i] * 0.75;
  tick();
  double sum = 0;
  for (unsigned i = 0; i < 4; i++)
    sum += a[(unsigned)(n - 4294967292u + i)];
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2);
  long most = 2 * n + m + 64;
  double *in = malloc(most * sizeof *in);
  for (long i = 0; i < most; i++)
    in[i] = i % 7 - 2.5;
  printf("%.17g\n", first_half(n, in));
  printf("%.17g\n", some(n, m, in));
  printf("%.17g\n", last(n, in));
  printf("%.17g\n", lower(n, in));
  printf("%.17g\n", two(in));
  printf("%.17g\n", chain(n, in));
  printf("%.17g\n", around(n, m, in));
  printf("%.17g\n", behind(n, in));
  printf("%d\n", ticks);
  free(in);
  return 0;
}
