// Loops with constant bounds follow each other without a block in between: what
// a sum or maximum begins with is not set in each iteration of the loop before.
// contracted: 4
// sizes: 1 5
// fast: 5
// RUN: %differential %s
#include "Inputs/program.h"
#define N 500
#define M 301

__attribute__((noinline)) static double sum(double start) {
  double *a = malloc(N * M * sizeof *a), *b = malloc(N * M * sizeof *b);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i * M + j] = i * 3 + j + start;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      b[i * M + j] = a[i * M + j] * 0.25;
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      sum += b[i * M + j];
  free(a);
  free(b);
  return sum;
}

__attribute__((noinline)) static long largest(long start) {
  long *a = malloc(N * M * sizeof *a), *b = malloc(N * M * sizeof *b);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      a[i * M + j] = (i * 37 + j * start) % 1009;
  for (int i = 0; i < N; i++)
    for (int j = 1; j < M; j++)
      b[i * M + j] = a[i * M + j] - a[i * M + j - 1];
  long most = -1;
  for (int i = 0; i < N; i++)
    for (int j = 1; j < M; j++)
      most = b[i * M + j] > most ? b[i * M + j] : most;
  free(a);
  free(b);
  return most;
}

int main(int argc, char **argv) {
  show(sum(size(argv, 1)));
  printf("%ld\n", largest(size(argv, 1)));
}
