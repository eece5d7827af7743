// The same method with the history of a plane for each direction in one array,
// and density and speed in arrays of their own between streaming and collision.
// category: lattice-Boltzmann
// benchmark: in 32 32 10 480; out 400 400 20 1
// sizes: 0,0,0,1 1,2,2,1 2,1,1,1 7,5,3,2 15,13,4,1
// slow: to compile

#include "plate.h"

static const double weight[9] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};
static const double dx[9] = {0, 1, -1, 0, 0, 1, -1, -1, 1};
static const double dy[9] = {0, 0, 0, 1, -1, 1, -1, 1, -1};

static void kernel(long n, long m, long steps, const double (*restrict in)[m],
                   double (*restrict out)[m]) {
  double (*f)[9][n][m] = malloc((steps + 1) * sizeof *f);
  double (*rho)[m] = malloc(n * sizeof *rho);
  double (*u)[m] = malloc(n * sizeof *u);
  double (*v)[m] = malloc(n * sizeof *v);
  for (long t = 0; t <= steps; t++)
    for (long q = 0; q < 9; q++)
      for (long y = 0; y < n; y++)
        for (long x = 0; x < m; x++)
          f[t][q][y][x] = weight[q] * (1 + 0.1 * in[y][x]);
  for (long t = 0; t < steps; t++) {
    for (long y = 0; y < n; y++)
      for (long x = 0; x < m; x++) {
        double sum = 0, sum_x = 0, sum_y = 0;
        for (long q = 0; q < 9; q++) {
          sum += f[t][q][y][x];
          sum_x += dx[q] * f[t][q][y][x];
          sum_y += dy[q] * f[t][q][y][x];
        }
        rho[y][x] = sum;
        u[y][x] = sum_x / sum;
        v[y][x] = sum_y / sum;
      }
    for (long y = 1; y < n - 1; y++)
      for (long x = 1; x < m - 1; x++) {
        double r = rho[y][x], a = u[y][x], b = v[y][x];
        double s = 1 - 1.5 * (a * a + b * b), p = a + b, d = a - b;
        f[t + 1][0][y][x] = 0.5 * (f[t][0][y][x] + r * 4 / 9 * s);
        f[t + 1][1][y][x + 1] =
            0.5 * (f[t][1][y][x] + r / 9 * (s + 3 * a + 4.5 * a * a));
        f[t + 1][2][y][x - 1] =
            0.5 * (f[t][2][y][x] + r / 9 * (s - 3 * a + 4.5 * a * a));
        f[t + 1][3][y + 1][x] =
            0.5 * (f[t][3][y][x] + r / 9 * (s + 3 * b + 4.5 * b * b));
        f[t + 1][4][y - 1][x] =
            0.5 * (f[t][4][y][x] + r / 9 * (s - 3 * b + 4.5 * b * b));
        f[t + 1][5][y + 1][x + 1] =
            0.5 * (f[t][5][y][x] + r / 36 * (s + 3 * p + 4.5 * p * p));
        f[t + 1][6][y - 1][x - 1] =
            0.5 * (f[t][6][y][x] + r / 36 * (s - 3 * p + 4.5 * p * p));
        f[t + 1][7][y + 1][x - 1] =
            0.5 * (f[t][7][y][x] + r / 36 * (s - 3 * d + 4.5 * d * d));
        f[t + 1][8][y - 1][x + 1] =
            0.5 * (f[t][8][y][x] + r / 36 * (s + 3 * d + 4.5 * d * d));
      }
  }
  for (long y = 0; y < n; y++)
    for (long x = 0; x < m; x++)
      out[y][x] = f[steps][0][y][x] + f[steps][5][y][x] - f[steps][7][y][x];
  free(f);
  free(rho);
  free(u);
  free(v);
}
