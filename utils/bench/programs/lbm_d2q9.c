// A gas in a box by the lattice-Boltzmann method with nine directions (D2Q9):
// in each step every cell takes what streams in from its neighbours and moves
// it towards its equilibrium. Cells at the border keep what they have.
// contracted: 2
// sizes: 2,1 3,2 7,9 13,7 41,8

#include <stdio.h>
#include <stdlib.h>

static const double weight[9] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 800;
  long steps = argc > 2 ? atol(argv[2]) : 15;
  if (n < 2) {
    fprintf(stderr, "usage: %s [N [STEPS]]\n", argv[0]);
    return 2;
  }
  double (*f)[n][9] = malloc(n * sizeof(*f));
  double (*g)[n][9] = malloc(n * sizeof(*g));
  if (f == NULL || g == NULL) {
    fprintf(stderr, "out of memory\n");
    return 1;
  }

  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++) {
      double density = 1.0 + 0.01 * ((x * 7 + y * 3) % 11);
      for (long q = 0; q < 9; q++) {
        f[y][x][q] = weight[q] * density;
        g[y][x][q] = f[y][x][q];
      }
    }

  for (long t = 0; t < steps; t++) {
    for (long y = 1; y < n - 1; y++)
      for (long x = 1; x < n - 1; x++) {
        double c = f[y][x][0];
        double e = f[y][x - 1][1], w = f[y][x + 1][2];
        double s = f[y - 1][x][3], o = f[y + 1][x][4];
        double se = f[y - 1][x - 1][5], nw = f[y + 1][x + 1][6];
        double sw = f[y - 1][x + 1][7], ne = f[y + 1][x - 1][8];
        double rho = c + e + w + s + o + se + nw + sw + ne;
        double u = (e - w + se - nw + ne - sw) / rho;
        double v = (s - o + se - nw + sw - ne) / rho;
        double square = 1.0 - 1.5 * (u * u + v * v);
        double p = u + v, m = u - v;
        g[y][x][0] = 0.5 * (c + rho * 4.0 / 9 * square);
        g[y][x][1] = 0.5 * (e + rho / 9 * (square + 3 * u + 4.5 * u * u));
        g[y][x][2] = 0.5 * (w + rho / 9 * (square - 3 * u + 4.5 * u * u));
        g[y][x][3] = 0.5 * (s + rho / 9 * (square + 3 * v + 4.5 * v * v));
        g[y][x][4] = 0.5 * (o + rho / 9 * (square - 3 * v + 4.5 * v * v));
        g[y][x][5] = 0.5 * (se + rho / 36 * (square + 3 * p + 4.5 * p * p));
        g[y][x][6] = 0.5 * (nw + rho / 36 * (square - 3 * p + 4.5 * p * p));
        g[y][x][7] = 0.5 * (sw + rho / 36 * (square - 3 * m + 4.5 * m * m));
        g[y][x][8] = 0.5 * (ne + rho / 36 * (square + 3 * m + 4.5 * m * m));
      }
    for (long y = 1; y < n - 1; y++)
      for (long x = 1; x < n - 1; x++)
        for (long q = 0; q < 9; q++)
          f[y][x][q] = g[y][x][q];
  }

  double sum = 0.0;
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++)
      for (long q = 0; q < 9; q++)
        sum += f[y][x][q] * (1 + q);
  printf("%.17g\n", sum);
  free(f);
  free(g);
  return 0;
}
