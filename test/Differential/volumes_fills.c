// Regions that hold one value each, and are partly written anew: calloc, memset,
// loops, single stores; bytes, floats, pairs; memory that is read before all of
// it is filled.
// sizes: 0,0 0,1 1,0 1,1 2,1 2,2 3,5 7,2 11,11 67,5
// RUN: %differential --any-number %s
#include "Inputs/volumes.h"

long bytes(long n, long m) {
  signed char *a = malloc(n + m + 2);
  memset(a, 0xff, n + m + 2);
  for (long i = 0; i < n; i++)
    a[i] = 3;
  memset(a + n, 7, m);
  a[n + m] = -3;
  long sum = 0;
  for (long i = 0; i < n + m + 2; i++)
    sum = 5 * sum % 1000003 + a[i];
  free(a);
  return sum;
}

double floats(long n, long m) {
  float (*a)[m + 1] = calloc(n + 1, sizeof *a);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      if (i == j)
        a[i][j] = 1;
  a[n / 2][m / 2] = -0.0f;
  for (long j = 0; j < m; j++)
    a[n][j] = 2;
  double sum = 0;
  for (long i = 0; i <= n; i++)
    for (long j = 0; j <= m; j++)
      sum = 0.75 * sum + a[i][j];
  sum /= 1 / a[n / 2][m / 2] < 0 ? 2 : 3;
  free(a);
  return sum;
}

typedef struct {
  int count;
  double value;
} pair;

double pairs(long n, long m) {
  pair *a = malloc((n + m + 1) * sizeof *a);
  for (long i = 0; i < n + m + 1; i++)
    a[i].count = 2;
  for (long i = 0; i < n + m + 1; i++)
    a[i].value = 0.5;
  for (long i = n; i < n + m; i++)
    a[i].value = a[i].count;
  double sum = 0;
  for (long i = 0; i < n + m + 1; i++)
    sum = 0.5 * sum + a[i].count * a[i].value;
  free(a);
  return sum;
}

long again(long n, long m) {
  static int a[200];
  long sum = 0;
  for (long t = 0; t <= m; t++) {
    for (long i = 0; i < n; i++)
      sum = 3 * sum % 1000003 + a[i];
    for (long i = 0; i < n; i++)
      a[i] = (int)t;
    for (long i = 0; i < n - 1; i++)
      sum = 3 * sum % 1000003 + a[i] * a[i + 1];
    if (t == 2)
      for (long i = 0; i < n; i += 2)
        a[i] = 0;
  }
  return sum;
}

double of_arguments(long n, double value, int other) {
  double *a = malloc((n + 1) * sizeof *a);
  for (long i = 0; i <= n; i++)
    a[i] = value;
  for (long i = 1; i < n; i += 3)
    a[i] = other;
  double sum = 0;
  for (long i = 0; i <= n; i++)
    sum = sum / 2 + a[i];
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), m = size(argv, 2);
  show(bytes(n, m));
  show(floats(n, m));
  show(pairs(n, m));
  show(again(n, m));
  show(again(n, m));
  show(of_arguments(n, 0.1, -7));
}
