// Stages that ask whether there is memory, and set it to zero where there is:
// both move ahead of the loops in front, for one array or two.
// contracted: 6
// sizes: 0 1 2 3 7 40 101
// fast: 7
// RUN: %differential %s
#include "Inputs/program.h"

static unsigned char *smooth(long n, const unsigned char *in) {
  unsigned char *out = malloc(n * n);
  if (!out)
    exit(1);
  memset(out, 0, n * n);
  for (long y = 0; y < n - 2; y++)
    for (long x = 0; x < n - 2; x++)
      out[(y + 1) * n + x + 1] =
          (in[y * n + x] + in[(y + 1) * n + x + 2] + in[(y + 2) * n + x + 1]) /
          3;
  return out;
}

__attribute__((noinline)) static long images(long n) {
  unsigned char *in = malloc(n * n);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      in[i * n + j] = (i * 7 + j * 13 + i * j / 5) & 255;
  unsigned char *once = smooth(n, in), *twice = smooth(n, once);
  free(once);
  long sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum += twice[i * n + j] * (1 + (j + 3 * i) % 11);
  free(twice);
  free(in);
  return sum;
}

// One question for both; the second is filled with something else.
__attribute__((noinline)) static double pairs(long n) {
  double *a = malloc((n * n) * sizeof(double));
  if (!a)
    return -1;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i * n + j] = i * 3 + j;
  double *b = malloc((n * n) * sizeof(double));
  float *c = malloc((n * n) * sizeof(float));
  if (!b || !c) {
    free(a);
    free(b);
    free(c);
    return -2;
  }
  memset(b, 0, (n * n) * sizeof(double));
  memset(c, 1, (n * n) * sizeof(float));
  for (long i = 1; i < n; i++)
    for (long j = 1; j < n; j++)
      b[i * n + j] = a[i * n + j] + a[(i - 1) * n + j - 1] + c[i * n + j];
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum += b[i * n + j];
  free(a);
  free(b);
  free(c);
  return sum;
}

// What is filled behind the question is an array of before.
__attribute__((noinline)) static double before(long n) {
  double *a = malloc((n * n) * sizeof(double));
  double sum = 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i * n + j] = i * 3 + j;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum += a[i * n + j];
  double *b = malloc((n * n) * sizeof(double));
  if (!b)
    return -2;
  memset(a, 0, (n * n) * sizeof(double));
  for (long i = 1; i < n; i++)
    for (long j = 1; j < n; j++)
      b[i * n + j] = a[i * n + j - 1] + i;
  for (long i = 1; i < n; i++)
    for (long j = 1; j < n; j++)
      sum += b[i * n + j] * 0.5;
  free(a);
  free(b);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  printf("%ld\n", images(n));
  show(pairs(n));
  show(before(n));
}
