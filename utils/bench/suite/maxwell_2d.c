// Light in two dimensions (Yee's method): two components of the electric field
// and one of the magnetic field take turns.
// category: stencils 2-d
// benchmark: in 128 128 10 370; out 2500 2500 5 1
// sizes: 0,0,0,1 1,2,2,1 2,1,1,1 7,5,3,2 19,23,4,1
// slow: to compile

#include "plate.h"

static void kernel(long n, long m, long steps, const double (*restrict in)[m],
                   double (*restrict out)[m]) {
  double (*ex)[m] = malloc(n * sizeof *ex);
  double (*ey)[m] = malloc(n * sizeof *ey);
  double (*hz)[m] = malloc(n * sizeof *hz);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      ex[i][j] = 0;
      ey[i][j] = 0;
      hz[i][j] = in[i][j];
    }
  for (long t = 0; t < steps; t++) {
    for (long j = 0; j < m; j++)
      ey[0][j] = (double)t;
    for (long i = 1; i < n; i++)
      for (long j = 0; j < m; j++)
        ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (long i = 0; i < n; i++)
      for (long j = 1; j < m; j++)
        ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (long i = 0; i < n - 1; i++)
      for (long j = 0; j < m - 1; j++)
        hz[i][j] = hz[i][j] -
                   0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      out[i][j] = hz[i][j];
  free(ex);
  free(ey);
  free(hz);
}
