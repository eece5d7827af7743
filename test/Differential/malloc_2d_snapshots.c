// The snapshots are copies that make the rows of the large array free for other
// values. They may stay where they are only in a mapping that lets them live.
// contracted: 2
// sizes: 1 2 3 7 45
// RUN: %differential %s
#include "Inputs/program.h"

double f(long n, double *restrict x) {
  double *a = malloc((6 * n + 1) * n * sizeof *a);
  double *snapshot = malloc(n * sizeof *snapshot);
  for (long i = 0; i < n; i++)
    a[i] = i;
  for (long k = 0; k < n; k++) {
    for (long t = 6 * k + 1; t <= 6 * k + 6; t++) {
      a[t * n] = t;
      for (long i = 1; i < n; i++)
        a[t * n + i] = 0.5 * a[(t - 1) * n + i] + 0.25 * a[(t - 1) * n + i - 1];
    }
    snapshot[k] = a[(6 * k + 6) * n + n - 1];
  }
  for (long k = 0; k < n; k++)
    x[k] = snapshot[k];
  free(a);
  free(snapshot);
  return 0;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *x = calloc(n + 1, sizeof *x);
  double sum = f(n, x);
  for (long i = 0; i < n; i++)
    sum += i * x[i];
  free(x);
  show(sum);
}
