// The same from one array to another and back, with subscripts computed by hand
// and a border that stays.
// category: stencils 2-d
// benchmark: in 128 128 10 750; out 3000 3000 5 1
// sizes: 0,0,0,1 1,2,2,1 2,1,1,1 7,5,3,2 19,23,4,1

#include "plate.h"

static void step(long n, long m, const double *from, double *to) {
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < m - 1; j++)
      to[i * m + j] = 0.2 * (from[i * m + j] + from[(i - 1) * m + j] +
                             from[(i + 1) * m + j] + from[i * m + j - 1] +
                             from[i * m + j + 1]);
}

static void kernel(long n, long m, long steps, const double (*restrict in)[m],
                   double (*restrict out)[m]) {
  double *u = malloc(n * m * sizeof(double));
  double *v = malloc(n * m * sizeof(double));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++) {
      u[i * m + j] = in[i][j];
      v[i * m + j] = in[i][j];
    }
  for (long t = 0; t < steps; t++) {
    step(n, m, u, v);
    step(n, m, v, u);
  }
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      out[i][j] = u[i * m + j];
  free(u);
  free(v);
}
