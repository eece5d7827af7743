// A history of a plane, two moments back.
// contracted: 1
// sizes: 0,2 1,1 1,2 2,3 3,7 7,7 7,20 20,7 33,9
// RUN: %differential %s
#include "Inputs/program.h"

static double f(int n, int steps) {
  double(*u)[n + 2][n + 2] = malloc((steps + 1) * sizeof(*u));
  if (!u)
    return -1;
  for (int t = 0; t <= steps; t++) {
    for (int i = 0; i <= n + 1; i++) {
      u[t][i][0] = 0.5;
      u[t][i][n + 1] = t;
    }
    for (int j = 0; j <= n + 1; j++) {
      u[t][0][j] = j;
      u[t][n + 1][j] = -1.0;
    }
  }
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++) {
      u[0][i][j] = i * j;
      u[1][i][j] = i + j;
    }
  for (int t = 2; t <= steps; t++)
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= n; j++)
        u[t][i][j] = 0.25 * (u[t - 1][i - 1][j] + u[t - 1][i + 1][j] +
                             u[t - 1][i][j - 1] + u[t - 1][i][j + 1]) -
                     0.125 * u[t - 2][i][j];
  double sum = 0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      sum += u[steps][i][j];
  free(u);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
