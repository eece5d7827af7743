// Fields whose ends are neighbours: subscripts with a remainder, with a condition,
// and with a halo that is copied before each step.
// sizes: 1,0 1,1 1,2 2,1 2,3 3,2 5,5 7,3 17,4
// idle: main
// RUN: %differential --any-number %s
#include "Inputs/volumes.h"

void remainder_1(long n, long steps, double *restrict x) {
  double *next = malloc(n * sizeof *next);
  for (long t = 0; t < steps; t++) {
    for (long i = 0; i < n; i++)
      next[i] = 0.5 * x[i] + 0.25 * (x[(i + n - 1) % n] + x[(i + 1) % n]);
    for (long i = 0; i < n; i++)
      x[i] = next[i];
  }
  free(next);
}

void remainder_2(int h, int w, const double (*restrict in)[w],
                 double (*restrict out)[w]) {
  double (*flux)[w] = malloc(h * sizeof *flux);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      flux[y][x] = in[(y + 1) % h][x] - in[y][(x + w - 1) % w];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y][x] = flux[y][x] - 2 * flux[(y + h - 1) % h][(x + 2) % w];
  free(flux);
}

void condition(long n, const double *restrict in, double *restrict out) {
  for (long i = 0; i < n; i++) {
    long left = i == 0 ? n - 1 : i - 1;
    long right = i == n - 1 ? 0 : i + 1;
    out[i] = in[left] - 3 * in[right];
  }
}

void halo(long n, long steps, double (*restrict x)[n]) {
  double (*u)[n + 2] = malloc((n + 2) * sizeof *u);
  for (long t = 0; t < steps; t++) {
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
        u[i + 1][j + 1] = x[i][j];
    for (long i = 1; i <= n; i++) {
      u[i][0] = u[i][n];
      u[i][n + 1] = u[i][1];
    }
    for (long j = 0; j < n + 2; j++) {
      u[0][j] = u[n][j];
      u[n + 1][j] = u[1][j];
    }
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
        x[i][j] = 0.5 * u[i + 1][j + 1] + 0.125 * (u[i][j] + u[i + 2][j + 2]) -
                  0.25 * u[i + 1][j];
  }
  free(u);
}

int main(int argc, char **argv) {
  long n = size(argv, 1), steps = size(argv, 2);
  double *x = numbers(n * n), *y = numbers(n * n);
  remainder_1(n, steps, x);
  show_all(x, n);
  remainder_2((int)n, (int)n, (const double (*)[n])x, (double (*)[n])y);
  show_all(y, n * n);
  condition(n * n, y, x);
  show_all(x, n * n);
  halo(n, steps, (double (*)[n])x);
  show_all(x, n * n);
  free(x), free(y);
}
