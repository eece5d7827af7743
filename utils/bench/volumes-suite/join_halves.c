// A signal whose halves change places, as after a Fourier transform, between zeros:
// the parts are joined in one array, which is smoothed then.
// category: joining
// by hand: by_hand/join_halves.c
// benchmark: in 8192 25000; out 16000000 2
// sizes: 0,1 1,1 2,1 3,1 7,2 64,1 101,1

#include "../suite/series.h"

static void kernel(long n, const double *in, double *out) {
  double *joined = malloc((n + 4) * sizeof *joined);
  long half = n / 2;
  joined[0] = joined[1] = 0;
  for (long i = half; i < n; i++)
    joined[2 + i - half] = in[i];
  for (long i = 0; i < half; i++)
    joined[2 + n - half + i] = in[i];
  joined[n + 2] = joined[n + 3] = 0;
  for (long i = 0; i < n; i++)
    out[i] = 0.1 * joined[i] + 0.2 * joined[i + 1] + 0.4 * joined[i + 2] +
             0.2 * joined[i + 3] + 0.1 * joined[i + 4];
  free(joined);
}
