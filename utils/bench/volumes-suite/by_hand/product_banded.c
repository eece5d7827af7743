// ../product_banded.c without the band. What is multiplied with the zeros beside it
// may be infinite and has to stay.
// sizes: 0,1 1,1 2,1 7,2 31,1

#include "../../suite/matrix.h"

static void add_zeros(long n, const double (*in)[n], double *out, long begin, long end) {
  for (long k = begin; k < end; k++)
    for (long j = 0; j < n; j++)
      out[j] += 0 * in[k][j];
}

static void kernel(long n, const double (*in)[n], double (*out)[n]) {
  for (long i = 0; i < n; i++) {
    for (long j = 0; j < n; j++)
      out[i][j] = 0;
    long begin = i > 2 ? i - 2 : 0, end = i + 3 < n ? i + 3 : n;
    add_zeros(n, in, out[i], 0, begin);
    for (long k = begin; k < end; k++)
      for (long j = 0; j < n; j++)
        out[i][j] += in[i][k] * in[k][j];
    add_zeros(n, in, out[i], end, n);
  }
}
