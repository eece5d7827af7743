// Subscripts from memory where something else reads the array, or where the
// value is known in front of the loops.
// contracted: 1
// sizes: 0,0,0 1,1,1 2,3,4 7,7,7 13,5,40 20,10,301
// fast: 7
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void note(long i) {
  if (i < 0)
    puts("less than nothing");
}

// Later loops, which are not rewritten, read anything.
__attribute__((noinline)) static double later(long n, long k, long m,
                                              const int *w) {
  double *a = malloc((m + 200) * sizeof(double));
  for (long i = 0; i < m + 200; i++)
    a[i] = i * 0.5;
  double sum = 0;
  for (long i = 0; i < n; i++) {
    note(i);
    for (long j = 0; j < k; j++)
      sum += a[j + w[i]];
  }
  free(a);
  return sum;
}

__attribute__((noinline)) static int ahead(long n, long k, long m,
                                           const int *w) {
  int sum = 0;
  for (long i = 0; i < n; i++) {
    int d = w[i] - 1;
    note(i);
    int(*a)[m + 1] = malloc((k + 1) * sizeof *a);
    for (long c = 0; c <= m; c++)
      a[0][c] = c;
    for (long t = 0; t < k; t++)
      for (long c = 0; c <= m; c++)
        a[t + 1][c] = c >= d && d >= 0 ? a[t][c - d] + 1 : a[t][c];
    sum += a[k][m];
    free(a);
  }
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), k = size(argv, 2), m = size(argv, 3);
  int *w = malloc((n + 1) * sizeof(int));
  for (long i = 0; i <= n; i++)
    w[i] = i * 7 % 5;
  show(later(n, k, m, w));
  printf("%d\n", ahead(n, k, m, w));
  free(w);
}
