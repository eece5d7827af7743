// Functions that never return: they end with exit(), as many a main does.
// contracted: 7
// sizes: 0,100 1,100 2,101 3,102 7,103 64,100 64,101 64,102 64,103
// fast: 64
// RUN: %differential %s
#include "Inputs/program.h"

#define STAGES(A, B)                                                           \
  double *A = malloc(n * n * sizeof(double)),                                  \
         *B = malloc(n * n * sizeof(double));                                  \
  if (!A || !B) {                                                              \
    fprintf(stderr, "no memory\n");                                            \
    exit(1);                                                                   \
  }                                                                            \
  for (long i = 0; i < n; i++)                                                 \
    for (long j = 0; j < n; j++)                                               \
      A[i * n + j] = (i * 7 + j) % 11;                                         \
  for (long i = 1; i < n; i++)                                                 \
    for (long j = 1; j < n; j++)                                               \
      B[i * n + j] = A[i * n + j] + A[(i - 1) * n + j - 1];                    \
  double sum = 0;                                                              \
  for (long i = 1; i < n; i++)                                                 \
    for (long j = 1; j < n; j++)                                               \
      sum += B[i * n + j] * (i % 3);

__attribute__((noinline)) static void once(long n) {
  STAGES(a, b)
  show(sum);
  exit(0);
}

__attribute__((noinline)) static void twice(long n) {
  STAGES(a, b)
  if (sum > 3) {
    puts("much");
    exit(0);
  }
  show(sum);
  exit(0);
}

// What happens at the end may see a pointer.
static const double *seen;
static void later(void) { show(seen ? *seen : -1); }

__attribute__((noinline)) static void shown(long n) {
  STAGES(a, b)
  show(sum);
  seen = n > 3 ? &b[2 * n + 2] : 0;
  atexit(later);
  exit(0);
}

// Behind some loops only.
__attribute__((noinline)) static void early(long n) {
  double *c = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    c[i] = i * 0.5;
  if (n > 5 && c[n - 1] > 1e6)
    exit(0);
  STAGES(a, b)
  show(sum + (n > 0 ? c[n / 2] : 0));
  exit(0);
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  switch (size(argv, 2)) {
  case 100:
    once(n);
  case 101:
    twice(n);
  case 102:
    shown(n);
  default:
    early(n);
  }
}
