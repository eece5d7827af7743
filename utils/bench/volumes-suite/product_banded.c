// A matrix of which only the diagonal and four others next to it are kept, times a
// full one. It is expanded to a full one, too.
// category: products
// by hand: by_hand/product_banded.c
// benchmark: in 128 400; out 700 2
// sizes: 0,1 1,1 2,1 7,2 31,1

#include "../suite/matrix.h"

static void kernel(long n, const double (*in)[n], double (*out)[n]) {
  double (*band)[n] = malloc(n * sizeof *band);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      band[i][j] = j >= i - 2 && j <= i + 2 ? in[i][j] : 0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      out[i][j] = 0;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        out[i][j] += band[i][k] * in[k][j];
  free(band);
}
