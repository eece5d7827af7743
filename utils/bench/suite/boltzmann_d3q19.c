// A gas in a room by the lattice-Boltzmann method with 19 directions.
// category: lattice-Boltzmann
// benchmark: in 12 12 12 10 160; out 100 100 100 3 1
// sizes: 0,0,0,0,1 1,2,2,2,1 2,1,1,1,1 7,5,6,3,1
// slow: to compile

#include "block.h"

static const double cz[19] = {0,  1, -1, 0,  0,  0, 0, 1, 1, -1,
                              -1, 1, 1,  -1, -1, 0, 0, 0, 0};
static const double cy[19] = {0,  0, 0, 1, -1, 0, 0, 1,  -1, 1,
                              -1, 0, 0, 0, 0,  1, 1, -1, -1};
static const double cx[19] = {0, 0, 0,  0, 0,  1, -1, 0, 0, 0,
                              0, 1, -1, 1, -1, 1, -1, 1, -1};

static double weight(long q) {
  return q == 0 ? 1.0 / 3 : q < 7 ? 1.0 / 18 : 1.0 / 36;
}

static void kernel(long n, long m, long l, long steps,
                   const double (*restrict in)[m][l],
                   double (*restrict out)[m][l]) {
  double (*f)[m][l][19] = malloc(n * sizeof *f);
  double (*g)[m][l][19] = malloc(n * sizeof *g);
  for (long z = 0; z < n; z++)
    for (long y = 0; y < m; y++)
      for (long x = 0; x < l; x++)
        for (long q = 0; q < 19; q++) {
          f[z][y][x][q] = weight(q) * (1 + 0.1 * in[z][y][x]);
          g[z][y][x][q] = f[z][y][x][q];
        }
  for (long t = 0; t < steps; t++) {
    for (long z = 1; z < n - 1; z++)
      for (long y = 1; y < m - 1; y++)
        for (long x = 1; x < l - 1; x++) {
          double a[19], rho = 0, u = 0, v = 0, w = 0;
          a[0] = f[z][y][x][0];
          a[1] = f[z - 1][y][x][1];
          a[2] = f[z + 1][y][x][2];
          a[3] = f[z][y - 1][x][3];
          a[4] = f[z][y + 1][x][4];
          a[5] = f[z][y][x - 1][5];
          a[6] = f[z][y][x + 1][6];
          a[7] = f[z - 1][y - 1][x][7];
          a[8] = f[z - 1][y + 1][x][8];
          a[9] = f[z + 1][y - 1][x][9];
          a[10] = f[z + 1][y + 1][x][10];
          a[11] = f[z - 1][y][x - 1][11];
          a[12] = f[z - 1][y][x + 1][12];
          a[13] = f[z + 1][y][x - 1][13];
          a[14] = f[z + 1][y][x + 1][14];
          a[15] = f[z][y - 1][x - 1][15];
          a[16] = f[z][y - 1][x + 1][16];
          a[17] = f[z][y + 1][x - 1][17];
          a[18] = f[z][y + 1][x + 1][18];
          for (long q = 0; q < 19; q++) {
            rho += a[q];
            u += cx[q] * a[q];
            v += cy[q] * a[q];
            w += cz[q] * a[q];
          }
          u /= rho;
          v /= rho;
          w /= rho;
          for (long q = 0; q < 19; q++) {
            double c = cx[q] * u + cy[q] * v + cz[q] * w;
            double equal =
                weight(q) * rho *
                (1 + 3 * c + 4.5 * c * c - 1.5 * (u * u + v * v + w * w));
            g[z][y][x][q] = 0.5 * (a[q] + equal);
          }
        }
    for (long z = 1; z < n - 1; z++)
      for (long y = 1; y < m - 1; y++)
        for (long x = 1; x < l - 1; x++)
          for (long q = 0; q < 19; q++)
            f[z][y][x][q] = g[z][y][x][q];
  }
  for (long z = 0; z < n; z++)
    for (long y = 0; y < m; y++)
      for (long x = 0; x < l; x++) {
        double rho = 0;
        for (long q = 0; q < 19; q++)
          rho += f[z][y][x][q];
        out[z][y][x] = rho;
      }
  free(f);
  free(g);
}
