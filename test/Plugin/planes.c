// A plane for each of nine directions, and of each another part is overwritten after the
// values at the start: what is left of these are dozens of small pieces. They are stored in
// a few boxes, and the planes of a step take the place of those before.

// RUN: %c_and_plugin -O2 -g -c %s -o /dev/null -Rpass=smolly -Rpass-missed=smolly 2>&1 \
// RUN:   | FileCheck %s
// CHECK: array 'f' contracted from (9 * steps + 9) * n * m to 9 * n * m + {{.*}} elements
#include <stdlib.h>
void move(long n, long m, long steps, const double (*restrict in)[m],
          double (*restrict out)[m]) {
  double(*f)[9][n][m] = malloc((steps + 1) * sizeof *f);
  double(*sum)[m] = malloc(n * sizeof *sum);
  for (long t = 0; t <= steps; t++)
    for (long q = 0; q < 9; q++)
      for (long y = 0; y < n; y++)
        for (long x = 0; x < m; x++)
          f[t][q][y][x] = q * in[y][x];
  for (long t = 0; t < steps; t++) {
    for (long y = 0; y < n; y++)
      for (long x = 0; x < m; x++) {
        double all = 0;
        for (long q = 0; q < 9; q++)
          all += f[t][q][y][x];
        sum[y][x] = all;
      }
    for (long y = 1; y < n - 1; y++)
      for (long x = 1; x < m - 1; x++) {
        f[t + 1][0][y][x] = sum[y][x] * f[t][0][y][x];
        f[t + 1][1][y][x + 1] = sum[y][x] * f[t][1][y][x];
        f[t + 1][2][y][x - 1] = sum[y][x] * f[t][2][y][x];
        f[t + 1][3][y + 1][x] = sum[y][x] * f[t][3][y][x];
        f[t + 1][4][y - 1][x] = sum[y][x] * f[t][4][y][x];
        f[t + 1][5][y + 1][x + 1] = sum[y][x] * f[t][5][y][x];
        f[t + 1][6][y - 1][x - 1] = sum[y][x] * f[t][6][y][x];
        f[t + 1][7][y + 1][x - 1] = sum[y][x] * f[t][7][y][x];
        f[t + 1][8][y - 1][x + 1] = sum[y][x] * f[t][8][y][x];
      }
  }
  for (long y = 0; y < n; y++)
    for (long x = 0; x < m; x++)
      out[y][x] = f[steps][0][y][x] + f[steps][5][y][x] - f[steps][7][y][x];
  free(f);
  free(sum);
}
