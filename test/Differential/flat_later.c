// Only some rows of arrays with rows of constant size are read later, by loops
// that become shorter themselves.
// contracted: 1
// sizes: 1,0 2,1 3,0 5,3 20,7 40,39
// fast: 4
// RUN: %differential %s
#include <stdio.h>
#include <stdlib.h>

enum { N = 60 };
static int steps;
__attribute__((noinline)) static void step(void) { steps++; }

__attribute__((noinline)) static double chain(long n, long k,
                                              const double *restrict in) {
  double *a = malloc(n * N * sizeof(double));
  double *b = malloc(n * N * sizeof(double));
  double *v = malloc((n + 1) * (N + 1) * sizeof(double)), sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < N; j++)
      v[i * (N + 1) + j] = in[i * N + j] + i;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < N; j++)
      a[i * N + j] = v[i * (N + 1) + j] - (i ? v[(i - 1) * (N + 1) + j] : 0);
  step();
  for (long i = 0; i < n; i++)
    for (long j = 0; j < N; j++)
      b[i * N + j] = a[i * N + j] * 3;
  step();
  for (long i = 0; i <= k; i++)
    for (long j = 0; j < N; j++)
      sum = sum * 0.5 + b[i * N + j];
  free(a);
  free(v);
  free(b);
  return sum;
}

int main(int argc, char **argv) {
  long n = atoi(argv[1]), k = atoi(argv[2]);
  static double in[40 * N];
  for (int i = 0; i < 40 * N; i++)
    in[i] = i * 7 % 113;
  printf("%.17g\n", chain(n, k, in));
  printf("%d\n", steps);
}
