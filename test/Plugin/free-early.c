// The loops of all three stages are rewritten, and until then what they free is
// freed behind them. The first two arrays stay: were they there at the same
// time, the program would need more memory than it did.

// RUN: %c_and_plugin -O2 %s -Rpass=smolly -o %t 2>&1 | FileCheck %s
// RUN: %t
// RUN: %c_and_plugin -O2 -fno-unroll-loops -S -emit-llvm %s -o - \
// RUN: | sed -n '/@stages(/,/^}/p' | FileCheck %s --check-prefix=ORDER
// The second one is allocated when the first one is freed.
// ORDER: @malloc({{.*}}32000000
// ORDER-NOT: @malloc
// ORDER: @free
// CHECK: contracted from
// CHECK: 3 loop nests run alongside each other

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#define TURN(FROM, OVER, TO)                                                   \
  for (long i = 0; i < n; i++)                                                 \
    for (long j = 0; j < n; j++)                                               \
      OVER[i * n + j] = FROM[i * n + j] * 2;                                   \
  for (long i = 0; i < n; i++)                                                 \
    for (long j = 0; j < n; j++)                                               \
      TO[i * n + j] = OVER[i * n + j] - OVER[j * n + i];

__attribute__((noinline)) static void stages(long n, const double *restrict in,
                                             double *restrict out) {
  double *a = malloc(n * n * sizeof(double));
  TURN(in, a, out)
  free(a);
  float *b = malloc(n * n * sizeof(float));
  TURN(out, b, out)
  free(b);
  double *c = malloc(n * n * sizeof(double));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      c[i * n + j] = out[i * n + j] * 0.25;
  for (long i = 0; i < n; i++)
    for (long j = 1; j < n; j++)
      out[i * n + j] = c[i * n + j] * c[i * n + j - 1];
  free(c);
}

int main() {
  enum { N = 2000, Array = N * N * sizeof(double) };
  double *in = malloc(Array), *out = malloc(Array);
  for (long i = 0; i < N * N; i++)
    in[i] = i % 17;
  stages(N, in, out);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  long peak = usage.ru_maxrss * 1024;
  printf("%g %ld\n", out[N + 1], peak);
  free(in);
  free(out);
  // Where one array at a time is there, and not half an array more.
  return peak > 3L * Array + Array / 4;
}
