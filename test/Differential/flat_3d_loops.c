// Loops over all elements of planes in time and in space: of a part of an array
// for each step, with a number of planes that is a sum, and of one that has
// rows only because another array in the same loop has.
// contracted: 5
// sizes: 0,0,0 1,1,1 2,3,4 4,3,2 3,1,5 5,5,5 6,7,5 7,5,6 8,11,13 16,9,7 5,23,31
// fast: 3
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static double history(long n, long steps) {
  long count = n * n;
  double *u = malloc(sizeof(double) * (steps + 1) * count + 1), sum = 0;
  for (long k = 0; k < count; k++)
    u[k] = k % 13;
  for (long t = 0; t < steps; t++) {
    for (long k = 0; k < count; k++)
      u[(t + 1) * count + k] = u[t * count + k];
    for (long y = 1; y < n - 1; y++)
      for (long x = 1; x < n - 1; x++)
        u[(t + 1) * count + y * n + x] =
            0.25 *
            (u[t * count + (y - 1) * n + x] + u[t * count + (y + 1) * n + x] +
             u[t * count + y * n + x - 1] + u[t * count + y * n + x + 1]);
  }
  for (long k = 0; k < count; k++)
    sum += u[steps * count + k] * (k % 3);
  free(u);
  return sum;
}

__attribute__((noinline)) static void planes(int d, int h, int w, double *out) {
  int n = d * h * w;
  double *a = malloc(sizeof(double) * n + 1);
  double *b = malloc(sizeof(double) * n + 1);
  double *c = malloc(sizeof(double) * n + 1);
  for (int i = 0; i < n; i++)
    a[i] = i % 11;
  for (int z = 1; z < d; z++)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        b[(z * h + y) * w + x] =
            a[((z - 1) * h + y) * w + x] + a[(z * h + y) * w + x];
  for (int i = h * w; i < n; i++)
    c[i] = b[i] + a[i];
  for (int i = h * w; i < n; i++)
    out[i] = c[i] * 0.5;
  free(a);
  free(b);
  free(c);
}

// A matrix product over pictures that are its rows.
__attribute__((noinline)) static void
mixed(int d, int h, int w, const double *weights, double *out) {
  int n = (h + 1) * (w + 2);
  double *from = malloc(sizeof(double) * d * n + 1);
  double *to = malloc(sizeof(double) * d * n + 1);
  for (int z = 0; z < d; z++)
    for (int y = 0; y < h + 1; y++)
      for (int x = 0; x < w + 2; x++)
        from[(z * (h + 1) + y) * (w + 2) + x] = z * 5 + y * 3 + x;
  for (int z = 0; z < d; z++) {
    for (int i = 0; i < n; i++)
      to[z * n + i] = 0;
    for (int k = 0; k < d; k++)
      for (int i = 0; i < n; i++)
        to[z * n + i] += weights[z * d + k] * from[k * n + i];
  }
  for (int z = 0; z < d; z++)
    for (int i = 0; i < n; i++)
      out[i] += to[z * n + i] > 3 ? to[z * n + i] : 3;
  free(from);
  free(to);
}

int main(int argc, char **argv) {
  int d = size(argv, 1), h = size(argv, 2), w = size(argv, 3);
  int count = (d + 1) * (h + 1) * (w + 2);
  double *out = calloc(count, sizeof *out);
  double *weights = calloc(d * d + 1, sizeof *weights);
  for (int i = 0; i < d * d; i++)
    weights[i] = i % 7 * 0.125;
  show(history(w, d));
  planes(d, h, w, out);
  mixed(d, h, w, weights, out);
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum = sum * 0.75 + out[i];
  show(sum);
  free(out);
  free(weights);
}
