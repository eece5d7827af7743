// ../product_banded_finite.c with the zeros left out.
// sizes: 0,1 1,1 2,1 7,2 31,1
// flags: -ffinite-math-only -fno-signed-zeros

#include "../../suite/matrix.h"

static void kernel(long n, const double (*in)[n], double (*out)[n]) {
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < n; j++)
      out[i][j] = 0;
    for (long k = i > 2 ? i - 2 : 0; k < n && k <= i + 2; k++)
      for (long j = 0; j < n; j++)
        out[i][j] += in[i][k] * in[k][j];
  }
}
