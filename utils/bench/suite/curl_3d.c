// Curl of a field whose components are made from one potential, and its length:
// six derivatives, three components, one number.
// category: array expressions
// benchmark: in 24 24 24 1 210; out 150 150 150 1 1
// sizes: 0,0,0,0,1 1,2,2,1,1 2,1,1,1,1 7,5,6,1,2 11,9,10,1,1
// slow: to compile

#include "block.h"

#define INSIDE                                                                 \
  for (long i = 1; i < n - 1; i++)                                             \
    for (long j = 1; j < m - 1; j++)                                           \
      for (long k = 1; k < l - 1; k++)

static void kernel(long n, long m, long l, long steps,
                   const double (*restrict in)[m][l],
                   double (*restrict out)[m][l]) {
  double (*fx)[m][l] = malloc(n * sizeof *fx),
         (*fy)[m][l] = malloc(n * sizeof *fy);
  double (*fz)[m][l] = malloc(n * sizeof *fz),
         (*zy)[m][l] = malloc(n * sizeof *zy);
  double (*yz)[m][l] = malloc(n * sizeof *yz),
         (*xz)[m][l] = malloc(n * sizeof *xz);
  double (*zx)[m][l] = malloc(n * sizeof *zx),
         (*yx)[m][l] = malloc(n * sizeof *yx);
  double (*xy)[m][l] = malloc(n * sizeof *xy),
         (*cx)[m][l] = malloc(n * sizeof *cx);
  double (*cy)[m][l] = malloc(n * sizeof *cy),
         (*cz)[m][l] = malloc(n * sizeof *cz);
  (void)steps;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      for (long k = 0; k < l; k++) {
        fx[i][j][k] = in[i][j][k];
        fy[i][j][k] = in[i][j][k] * in[i][j][k];
        fz[i][j][k] = 1 - in[i][j][k];
      }
  INSIDE zy[i][j][k] = 0.5 * (fz[i][j + 1][k] - fz[i][j - 1][k]);
  INSIDE yz[i][j][k] = 0.5 * (fy[i][j][k + 1] - fy[i][j][k - 1]);
  INSIDE xz[i][j][k] = 0.5 * (fx[i][j][k + 1] - fx[i][j][k - 1]);
  INSIDE zx[i][j][k] = 0.5 * (fz[i + 1][j][k] - fz[i - 1][j][k]);
  INSIDE yx[i][j][k] = 0.5 * (fy[i + 1][j][k] - fy[i - 1][j][k]);
  INSIDE xy[i][j][k] = 0.5 * (fx[i][j + 1][k] - fx[i][j - 1][k]);
  INSIDE cx[i][j][k] = zy[i][j][k] - yz[i][j][k];
  INSIDE cy[i][j][k] = xz[i][j][k] - zx[i][j][k];
  INSIDE cz[i][j][k] = yx[i][j][k] - xy[i][j][k];
  INSIDE out[i][j][k] = cx[i][j][k] * cx[i][j][k] + cy[i][j][k] * cy[i][j][k] +
                        cz[i][j][k] * cz[i][j][k];
  free(fx), free(fy), free(fz), free(zy), free(yz), free(xz);
  free(zx), free(yx), free(xy), free(cx), free(cy), free(cz);
}
