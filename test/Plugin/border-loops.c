// With borders at both ends of d loops there are 3^d regions. Those where borders meet
// share a nest with the borders of the outer loop, and what an outer loop passes on in all
// iterations but the last does not double what is in it.

// RUN: %c_and_plugin -O2 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -S \
// RUN:   -emit-llvm %s -o %t.ll
// RUN: grep -c 'fdiv double .*, 3' %t.ll | FileCheck %s --check-prefix=PLANE
// RUN: grep -c 'fdiv double .*, 5' %t.ll | FileCheck %s --check-prefix=BLOCK
// RUN: grep -c 'call double @llvm.fmuladd' %t.ll | FileCheck %s --check-prefix=SUM
// RUN: grep -c 'fdiv double .*, 7' %t.ll | FileCheck %s --check-prefix=DILATED
// RUN: grep -c 'call float @llvm.fmuladd' %t.ll | FileCheck %s --check-prefix=LAYERS
#include <stdlib.h>

// One in the original loops, one at each border, one in the interior.
// PLANE: {{^6$}}
void plane(long n, const double (*restrict in)[n], double (*restrict out)[n]) {
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++) {
      double sum = in[y][x];
      if (y > 0)
        sum += in[y - 1][x];
      if (y < n - 1)
        sum += in[y + 1][x];
      if (x > 0)
        sum += in[y][x - 1];
      if (x < n - 1)
        sum += in[y][x + 1];
      out[y][x] = sum / 3;
    }
}

// BLOCK: {{^8$}}
void block(long n, const double (*restrict in)[n][n],
           double (*restrict out)[n][n]) {
  for (long z = 0; z < n; z++)
    for (long y = 0; y < n; y++)
      for (long x = 0; x < n; x++) {
        double sum = in[z][y][x];
        if (z > 0)
          sum += in[z - 1][y][x];
        if (z < n - 1)
          sum += in[z + 1][y][x];
        if (y > 0)
          sum += in[z][y - 1][x];
        if (y < n - 1)
          sum += in[z][y + 1][x];
        if (x > 0)
          sum += in[z][y][x - 1];
        if (x < n - 1)
          sum += in[z][y][x + 1];
        out[z][y][x] = sum / 5;
      }
}

// The copy of zeros is read at the far end of rows only if `2 * x + d` passes n, which
// has to be seen from the width of the rows, n + 4.
// SUM: {{^6$}}
void sums(long n, long m, const double *restrict weight,
          const double (*restrict in)[n], double (*restrict out)[m]) {
  double(*padded)[n + 4] = calloc(n, sizeof *padded);
  for (long y = 0; y < n; y++)
    for (long x = 0; x < n; x++)
      padded[y][x + 2] = in[y][x];
  for (long y = 0; y < n; y++)
    for (long x = 0; x < m; x++) {
      double sum = 0;
      for (long c = 0; c < n; c++)
        for (long d = 0; d < 5; d++)
          sum += weight[c * 5 + d] * padded[y][2 * x + d];
      out[y][x] = sum;
    }
  free(padded);
}

// Three nests each for rows at the top, in the interior and at the bottom, and the
// original one, would have more than ten times the code of the program: the interior
// is apart, and what is at borders has conditions.
// DILATED: {{^6$}}
void dilated(long n, long m, const double (*restrict in)[m],
             double (*restrict out)[m]) {
  double(*padded)[m + 4] = calloc(n + 4, sizeof *padded);
  for (long y = 0; y < n; y++)
    for (long x = 0; x < m; x++)
      padded[y + 2][x + 2] = in[y][x];
  for (long y = 0; y < n; y++)
    for (long x = 0; x < m; x++) {
      double sum = 0;
      for (long dy = 0; dy < 3; dy++)
        for (long dx = 0; dx < 3; dx++)
          sum += padded[y + 2 * dy][x + 2 * dx];
      out[y][x] = sum / 7;
    }
  free(padded);
}

// The sum of the last channel is not passed on to a next one, which is no reason for
// loops of its own: the last iteration copies the register for nothing.
// LAYERS: {{^7$}}
void layers(long c, long h, long w, long rows, long columns,
            const float (*restrict weight)[c][5][5],
            const float (*restrict in)[h][w],
            float (*restrict out)[rows][columns]) {
  float(*padded)[h + 4][w + 4] = malloc(c * sizeof *padded);
  for (long k = 0; k < c; k++) {
    for (long y = 0; y < h + 4; y++)
      for (long x = 0; x < w + 4; x++)
        padded[k][y][x] = 0;
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        padded[k][y + 1][x + 1] = in[k][y][x];
  }
  for (long k = 0; k < c; k++)
    for (long y = 0; y < rows; y++)
      for (long x = 0; x < columns; x++) {
        float sum = 0;
        for (long l = 0; l < c; l++)
          for (long dy = 0; dy < 5; dy++)
            for (long dx = 0; dx < 5; dx++)
              sum += weight[k][l][dy][dx] * padded[l][2 * y + dy][2 * x + dx];
        out[k][y][x] = sum;
      }
  free(padded);
}
