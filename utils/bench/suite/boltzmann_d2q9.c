// A gas in a box by the lattice-Boltzmann method with nine directions: a cell
// takes what streams in from its neighbours and moves it towards equilibrium.
// category: lattice-Boltzmann
// benchmark: in 48 48 10 260; out 700 700 6 1
// sizes: 0,0,0,1 1,2,2,1 2,1,1,1 7,5,3,2 15,13,4,1
// slow: to compile

#include "plate.h"

static const double weight[9] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

static void kernel(long n, long m, long steps, const double (*restrict in)[m],
                   double (*restrict out)[m]) {
  double (*f)[m][9] = malloc(n * sizeof *f);
  double (*g)[m][9] = malloc(n * sizeof *g);
  for (long y = 0; y < n; y++)
    for (long x = 0; x < m; x++)
      for (long q = 0; q < 9; q++) {
        f[y][x][q] = weight[q] * (1 + 0.1 * in[y][x]);
        g[y][x][q] = f[y][x][q];
      }
  for (long t = 0; t < steps; t++) {
    for (long y = 1; y < n - 1; y++)
      for (long x = 1; x < m - 1; x++) {
        double c = f[y][x][0];
        double e = f[y][x - 1][1], w = f[y][x + 1][2];
        double s = f[y - 1][x][3], o = f[y + 1][x][4];
        double se = f[y - 1][x - 1][5], nw = f[y + 1][x + 1][6];
        double sw = f[y - 1][x + 1][7], ne = f[y + 1][x - 1][8];
        double rho = c + e + w + s + o + se + nw + sw + ne;
        double u = (e - w + se - nw + ne - sw) / rho;
        double v = (s - o + se - nw + sw - ne) / rho;
        double square = 1.0 - 1.5 * (u * u + v * v);
        double p = u + v, d = u - v;
        g[y][x][0] = 0.5 * (c + rho * 4.0 / 9 * square);
        g[y][x][1] = 0.5 * (e + rho / 9 * (square + 3 * u + 4.5 * u * u));
        g[y][x][2] = 0.5 * (w + rho / 9 * (square - 3 * u + 4.5 * u * u));
        g[y][x][3] = 0.5 * (s + rho / 9 * (square + 3 * v + 4.5 * v * v));
        g[y][x][4] = 0.5 * (o + rho / 9 * (square - 3 * v + 4.5 * v * v));
        g[y][x][5] = 0.5 * (se + rho / 36 * (square + 3 * p + 4.5 * p * p));
        g[y][x][6] = 0.5 * (nw + rho / 36 * (square - 3 * p + 4.5 * p * p));
        g[y][x][7] = 0.5 * (sw + rho / 36 * (square - 3 * d + 4.5 * d * d));
        g[y][x][8] = 0.5 * (ne + rho / 36 * (square + 3 * d + 4.5 * d * d));
      }
    for (long y = 1; y < n - 1; y++)
      for (long x = 1; x < m - 1; x++)
        for (long q = 0; q < 9; q++)
          f[y][x][q] = g[y][x][q];
  }
  for (long y = 0; y < n; y++)
    for (long x = 0; x < m; x++) {
      double rho = 0;
      for (long q = 0; q < 9; q++)
        rho += f[y][x][q];
      out[y][x] = rho;
    }
  free(f);
  free(g);
}
