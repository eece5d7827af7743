// Stages that free what they read before the next one allocates: once loops are
// rewritten, arrays that stay are freed as early again, on each way once.
// contracted: 5
// sizes: 0 1 2 3 7 40 101
// fast: 101
// RUN: %differential %s
#include "Inputs/program.h"

// Where it is read transposed, an array stays.
#define TURN(TYPE, FROM, OVER, TO)                                             \
  for (long i = 0; i < n; i++)                                                 \
    for (long j = 0; j < n; j++)                                               \
      OVER[i * n + j] = (TYPE)(FROM[i * n + j] * 2);                           \
  for (long i = 0; i < n; i++)                                                 \
    for (long j = 0; j < n; j++)                                               \
      TO[i * n + j] = OVER[i * n + j] - OVER[j * n + i];

// One stage more, over an array that does not stay.
#define PRODUCTS(FROM, OVER, TO)                                               \
  for (long i = 0; i < n; i++)                                                 \
    for (long j = 0; j < n; j++)                                               \
      OVER[i * n + j] = FROM[i * n + j] * 0.25;                                \
  for (long i = 0; i < n; i++)                                                 \
    for (long j = 1; j < n; j++)                                               \
      TO[i * n + j] = OVER[i * n + j] * OVER[i * n + j - 1];

#define ALLOCATE(TYPE, NAME) TYPE *NAME = malloc(n * n * sizeof(TYPE) + 1)

__attribute__((noinline)) static void stages(long n, const double *restrict in,
                                             double *restrict out) {
  ALLOCATE(double, a);
  TURN(double, in, a, out)
  free(a);
  ALLOCATE(float, b);
  TURN(float, out, b, out)
  free(b);
  ALLOCATE(double, c);
  PRODUCTS(out, c, out)
  free(c);
}

// Only some ways free before the loops that follow.
__attribute__((noinline)) static double ways(long n, const double *restrict in,
                                             double *restrict out) {
  ALLOCATE(double, a);
  TURN(double, in, a, out)
  double corner = -1;
  if (out[n * n / 2] > 3)
    corner = a[n * n / 3];
  ALLOCATE(double, c);
  PRODUCTS(in, c, out)
  free(c);
  if (n % 2 == 0) {
    free(a);
    return corner;
  }
  double last = a[n * n - 1];
  free(a);
  return corner + last;
}

// It is looked at last on one of two ways, which meet where the other loops
// are.
__attribute__((noinline)) static double some(long n, const double *restrict in,
                                             double *restrict out) {
  ALLOCATE(double, a);
  TURN(double, in, a, out)
  double corner = -1;
  if (out[n * n / 2] > 3)
    corner = a[n * n / 3];
  ALLOCATE(double, c);
  PRODUCTS(in, c, out)
  free(c);
  free(a);
  return corner;
}

// What is freed may be null, which says how it is freed.
__attribute__((noinline)) static void tested(long n, const double *restrict in,
                                             double *restrict out) {
  float *a = n > 5 ? malloc(n * n * sizeof(float)) : 0;
  if (a) {
    TURN(float, in, a, out)
  }
  ALLOCATE(double, c);
  PRODUCTS(in, c, out)
  free(c);
  if (a)
    free(a);
}

// In turns, each of which has arrays of its own, two pointers to either.
__attribute__((noinline)) static void turns(long n, const double *restrict in,
                                            double *restrict out) {
  ALLOCATE(short, x);
  ALLOCATE(short, y);
  short *from = x, *to = y;
  memset(x, 0, n * n * sizeof(short));
  for (int turn = 0; turn < 3; turn++) {
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
        to[i * n + j] = from[j * n + i] + (short)in[i * n + j];
    short *other = from;
    from = to;
    to = other;
    ALLOCATE(double, c);
    PRODUCTS(from, c, out)
    free(c);
  }
  free(x);
  free(y);
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *in = malloc(n * n * sizeof(double) + 1);
  double *out = calloc(n * n + 1, sizeof(double));
  for (long i = 0; i < n * n; i++)
    in[i] = i * 37 % 101;
  stages(n, in, out);
  for (long i = 0; i < n * n; i++)
    show(out[i]);
  if (n > 0)
    show(ways(n, in, out) + some(n, in, out));
  tested(n, in, out);
  for (long i = 0; i < n * n; i++)
    show(out[i]);
  turns(n, in, out);
  for (long i = 0; i < n * n; i++)
    show(out[i]);
  free(in);
  free(out);
}
