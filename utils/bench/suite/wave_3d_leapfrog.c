// Sound in a room: three arrays, of which two are copied after each step.
// category: stencils 3-d
// benchmark: in 32 32 32 10 120; out 200 200 200 3 1
// sizes: 0,0,0,0,1 1,2,2,2,1 2,1,1,1,1 7,5,6,3,2 11,9,10,4,1
// slow: to compile

#include "block.h"

static void kernel(long n, long m, long l, long steps,
                   const double (*restrict in)[m][l],
                   double (*restrict out)[m][l]) {
  double (*before)[m][l] = malloc(n * sizeof *before);
  double (*now)[m][l] = malloc(n * sizeof *now);
  double (*next)[m][l] = malloc(n * sizeof *next);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      for (long k = 0; k < l; k++) {
        before[i][j][k] = in[i][j][k];
        now[i][j][k] = in[i][j][k];
      }
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        for (long k = 1; k < l - 1; k++)
          next[i][j][k] =
              2 * now[i][j][k] - before[i][j][k] +
              0.1 * (now[i - 1][j][k] + now[i + 1][j][k] + now[i][j - 1][k] +
                     now[i][j + 1][k] + now[i][j][k - 1] + now[i][j][k + 1] -
                     6 * now[i][j][k]);
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        for (long k = 1; k < l - 1; k++) {
          before[i][j][k] = now[i][j][k];
          now[i][j][k] = next[i][j][k];
        }
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      for (long k = 0; k < l; k++)
        out[i][j][k] = now[i][j][k];
  free(before);
  free(now);
  free(next);
}
