// A history of fields with rows of constant size, of which the last one is
// read: its subscript is one of several functions, as the number of steps has
// limits. And a table that is read at a distance that is the remainder of
// something.
// contracted: 2
// sizes: 0,0 1,1 2,3 3,7 5,40 6,41 7,43 -3,-1 29,60 40,299 41,300
// fast: 8
// RUN: %differential %s
#include <stdio.h>
#include <stdlib.h>

enum { N = 100, M = 30, Most = 40, Row = 301 };

__attribute__((noinline)) static double heat(int steps, int seed) {
  if (steps > Most)
    steps = Most;
  if (steps < 0)
    steps = 0;
  double *u = malloc(N * M * (Most + 1) * sizeof(double)), sum = 0;
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++)
      u[j * N + i] = (i * 7 + j * 13 + seed) % 31 / 31.0;
  for (int t = 1; t <= steps; t++)
    for (int j = 0; j < M; j++)
      for (int i = 0; i < N; i++) {
        int k = t * N * M + j * N + i, old = k - N * M;
        if (i == 0 || i == N - 1 || j == 0 || j == M - 1)
          u[k] = u[old];
        else
          u[k] = u[old] + 0.2 * (u[old - 1] + u[old + 1] + u[old - N] +
                                 u[old + N] - 4.0 * u[old]);
      }
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++)
      sum += u[steps * N * M + j * N + i] * (1 + (i * 3 + j) % 47);
  free(u);
  return sum;
}

__attribute__((noinline)) static long knapsack(int n, int capacity) {
  if (capacity >= Row || capacity < 0)
    return -1;
  long *best = calloc((n + 1) * Row, sizeof(long));
  for (int i = 1; i <= n; i++)
    for (int c = 0; c <= capacity; c++) {
      long value = best[(i - 1) * Row + c];
      if (c >= 3 + i * 37 % 41) {
        long more = best[(i - 1) * Row + c - (3 + i * 37 % 41)] + i * 11 % 17;
        if (more > value)
          value = more;
      }
      best[i * Row + c] = value;
    }
  long most = best[n * Row + capacity];
  free(best);
  return most;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), k = atoi(argv[2]);
  printf("%.17g\n", heat(n, k));
  printf("%ld\n", n < 0 ? -1 : knapsack(n, k));
}
