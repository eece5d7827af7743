// Every other element of what a filter makes is used, as on a checkerboard.
// contracted: 1
// removed: 1
// sizes: 0 1 2 3 7 45
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void edges(long n, const double *restrict in,
                                            double *restrict out) {
  double (*edge)[n + 2] = malloc((n + 2) * sizeof *edge);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double d = in[i * (n + 2) + j] - in[(i + 1) * (n + 2) + j + 1];
      double e = in[(i + 1) * (n + 2) + j] - in[i * (n + 2) + j + 1];
      edge[i][j] = d * d + e * e;
    }
  for (long k = 0; 2 * k < n; k++)
    for (long l = 0; 2 * l < n; l++)
      out[k * n + l] = edge[2 * k][2 * l];
  free(edge);
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *in = malloc((n + 2) * (n + 2) * sizeof *in);
  double *out = calloc(n * n + 1, sizeof *out);
  for (long i = 0; i < (n + 2) * (n + 2); i++)
    in[i] = i * i % 13;
  edges(n, in, out);
  double sum = 0;
  for (long i = 0; i < n * n; i++)
    sum += (i + 1) * out[i];
  free(in);
  free(out);
  show(sum);
}
