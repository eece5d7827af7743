// Three sizes that have nothing to do with each other.
// contracted: 1
// sizes: 0,0,0 1,0,2 0,3,1 1,1,1 2,3,5 5,3,2 7,9,8 9,7,64 64,7,9 8,40,7
// RUN: %differential %s
#include "Inputs/program.h"

static double f(long n, long m, long k) {
  double *a = malloc((n + 1) * (m + 1) * (k + 1) * sizeof(double));
  if (!a)
    return -1;
  for (long y = 0; y <= m; y++)
    for (long x = 0; x <= k; x++)
      a[y * (k + 1) + x] = x - y;
  for (long z = 1; z <= n; z++)
    for (long y = 0; y <= m; y++)
      for (long x = 0; x <= k; x++)
        a[(z * (m + 1) + y) * (k + 1) + x] =
            a[((z - 1) * (m + 1) + y) * (k + 1) + x] * 0.5 + z;
  double sum = 0;
  for (long y = 0; y <= m; y++)
    for (long x = 0; x <= k; x++)
      sum += a[(n * (m + 1) + y) * (k + 1) + x] * (x + 1);
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  show(f(size(argv, 1), size(argv, 2), size(argv, 3)));
}
