// A wave on a membrane: three arrays, of which two are copied after each step.
// category: stencils 2-d
// benchmark: in 128 128 10 350; out 2500 2500 5 1
// sizes: 0,0,0,1 1,2,2,1 2,1,1,1 7,5,3,2 19,23,4,1
// slow: to compile

#include "plate.h"

static void kernel(long n, long m, long steps, const double (*restrict in)[m],
                   double (*restrict out)[m]) {
  double (*before)[m] = malloc(n * sizeof *before);
  double (*now)[m] = malloc(n * sizeof *now);
  double (*next)[m] = malloc(n * sizeof *next);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      before[i][j] = in[i][j];
      now[i][j] = in[i][j];
    }
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        next[i][j] = 2 * now[i][j] - before[i][j] +
                     0.2 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] +
                            now[i][j + 1] - 4 * now[i][j]);
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++) {
        before[i][j] = now[i][j];
        now[i][j] = next[i][j];
      }
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      out[i][j] = now[i][j];
  free(before);
  free(now);
  free(next);
}
