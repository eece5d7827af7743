// Remarks say which regions have loops of their own, how many iterations each has at
// assumed sizes, and what it saves.

// RUN: env SMOLLY_OPTIONS=schedule=keep %c_and_plugin -O2 -g -c %s -o /dev/null \
// RUN:   -Rpass=smolly 2>&1 | FileCheck %s
#include <stdlib.h>

// CHECK-DAG: regions.c:[[#@LINE+7]]:{{.*}}loops of their own for 3 regions: 0 < i <= -2 + n (99.8 % of the iterations), reads array 'in' in place of array 'padded'; i = 0 (0.1 % of the iterations), reads 7 and array 'in' in place of array 'padded'; i = -1 + n (0.1 % of the iterations), reads array 'in' and 7 in place of array 'padded'
void border(const int *restrict in, int *restrict out, long n) {
  int *padded = malloc((n + 2) * sizeof(int));
  padded[0] = padded[n + 1] = 7;
  for (long i = 0; i < n; i++)
    padded[i + 1] = in[i];
  for (long i = 0; i < n; i++)
    out[i] = padded[i] - padded[i + 1] * padded[i + 2];
  free(padded);
}

// CHECK-DAG: regions.c:{{.*}}loops of their own for 2 regions: k {{>=|<}} i (50.{{[01]}} % of the iterations), reads {{[^;]*}} in place of array 'lower'; k {{>=|<}} i ({{49.9|50.0}} % of the iterations), reads
void transposed(long n, const int (*restrict in)[n], int (*restrict out)[n]) {
  int (*lower)[n] = calloc(n, sizeof *lower);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < i; j++)
      lower[i][j] = in[i][j];
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      out[k][i] = out[i][k] + lower[i][k];
  free(lower);
}

// CHECK-DAG: regions.c:{{.*}}loops of their own for 5 regions: 0 < {{[^;]*}} (99.6 % of the iterations), without conditions; y = 0 
void mean(long h, long w, const float (*restrict in)[w], float (*restrict out)[w]) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      if (y == 0)
        out[y][x] = x == 0 ? 1 : x == w - 1 ? 2 : in[y][x];
      else if (y == h - 1)
        out[y][x] = x == 0 ? 3 : x == w - 1 ? 4 : in[y][x] + 1;
      else if (x == 0)
        out[y][x] = in[y - 1][x] + in[y + 1][x];
      else if (x == w - 1)
        out[y][x] = in[y - 1][x] - in[y + 1][x];
      else
        out[y][x] = in[y - 1][x] * in[y + 1][x] + in[y][x - 1] * in[y][x + 1];
}
