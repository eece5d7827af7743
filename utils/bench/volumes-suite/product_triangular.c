// How many ways there are from one state to another in two steps that only go
// forward: the square of the upper triangle of a matrix. The triangle is copied
// into a matrix of zeros, and that is multiplied as any other.
// category: products
// by hand: by_hand/product_triangular.c
// benchmark: in 128 400; out 700 2
// sizes: 0,1 1,1 2,1 7,2 31,1

#include "counts.h"

static void kernel(long n, const unsigned (*restrict in)[n],
                   unsigned (*restrict out)[n]) {
  unsigned (*upper)[n] = calloc(n, sizeof *upper);
  for (long i = 0; i < n; i++)
    for (long j = i; j < n; j++)
      upper[i][j] = in[i][j];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      out[i][j] = 0;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        out[i][j] += upper[i][k] * upper[k][j];
  free(upper);
}
