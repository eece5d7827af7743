// A mean filter that treats corners and borders apart, of which one tile is
// wanted.

#include <stdio.h>
#include <stdlib.h>

enum { FIRST = 64, LAST = 127 };

#ifdef BY_HAND
static void mean(long h, long w, const float (*restrict in)[w],
                 float (*restrict out)[w]) {
  for (long i = FIRST; i <= LAST; i++)
    for (long j = FIRST; j <= LAST; j++)
      out[i][j] = (in[i - 1][j - 1] + in[i - 1][j] + in[i - 1][j + 1] +
                   in[i][j - 1] + in[i][j] + in[i][j + 1] + in[i + 1][j - 1] +
                   in[i + 1][j] + in[i + 1][j + 1]) /
                  9;
}
#else
#include "mean_filter.h"
#endif

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 1000;
  float (*in)[n] = malloc(n * sizeof *in);
  float (*out)[n] = malloc(n * sizeof *out);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      in[i][j] = (i * 5 + j * 3) % 17;
  double sum = 0;
  // Images of a film, say.
  for (int image = 0; image < 200; image++) {
    in[100][100] = image;
    mean(n, n, in, out);
    for (long i = FIRST; i <= LAST; i++)
      for (long j = FIRST; j <= LAST; j++)
        sum = sum * 0.75 + out[i][j];
  }
  free(in);
  free(out);
  printf("%.17g\n", sum);
  return 0;
}
