// Where there is no memory for the next stage, what the last one has stored is
// returned or given to the caller in another way: the allocation stays behind.
// contracted: 3
// sizes: 0,1 1,1 5,5 5,1000000000000000 100,100 100,1000000000000000
// RUN: %differential %s
#include "Inputs/program.h"

struct pair {
  double *values;
  long count;
};

__attribute__((noinline)) static double *returned(long n, long count) {
  double *a = malloc(n * sizeof(double));
  double *c = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    c[i] = i % 3;
  for (long i = 0; i < n; i++)
    a[i] = c[i];
  free(c);
  double *b = malloc(count * sizeof(double));
  if (!b)
    return a;
  for (long i = 0; i < n; i++)
    b[i] = a[i] + 4;
  free(a);
  return b;
}

__attribute__((noinline)) static void stored(long n, long count,
                                             struct pair *to) {
  double *a = malloc(n * sizeof(double));
  double *c = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    c[i] = i % 3;
  for (long i = 0; i < n; i++)
    a[i] = c[i] * 2;
  free(c);
  double *b = malloc(count * sizeof(double));
  if (!b) {
    to->values = a;
    to->count = n;
    return;
  }
  for (long i = 0; i < n; i++)
    b[i] = a[i] + 5;
  free(a);
  to->values = b;
  to->count = n;
}

__attribute__((noinline)) static double *passed(long n, long count) {
  double *a = malloc(n * sizeof(double));
  double *c = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    c[i] = i % 3;
  for (long i = 0; i < n; i++)
    a[i] = c[i] * 3;
  free(c);
  double *b = malloc(count * sizeof(double));
  if (!b) {
    for (long i = 0; i < n; i++)
      show(a[i]);
    free(a);
    return NULL;
  }
  for (long i = 0; i < n; i++)
    b[i] = a[i] + 6;
  free(a);
  return b;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), count = size(argv, 2);
  struct pair given[2] = {{returned(n, count), n}};
  stored(n, count, &given[1]);
  for (int k = 0; k < 2; k++) {
    for (long i = 0; i < given[k].count; i++)
      show(given[k].values[i]);
    free(given[k].values);
  }
  double *last = passed(n, count);
  for (long i = 0; last && i < n; i++)
    show(last[i]);
  free(last);
}
