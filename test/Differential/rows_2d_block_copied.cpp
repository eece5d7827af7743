// Rows that lie in one block are copied by the library, which asks how far the
// end of a row is from its beginning: both come from the table of rows.
// contracted: 1
// sizes: 0,0 1,1 2,1 3,5 5,3 7,7 9,4 4,11
// fast: 5
// RUN: %differential %s
#include "Inputs/program.h"
#include <algorithm>

static float copied[16][16];

static double f(long n, long m) {
  double **before = new double *[n + 2];
  before[0] = new double[(n + 2) * (m + 2)];
  for (long y = 1; y < n + 2; y++)
    before[y] = before[y - 1] + (m + 2);
  for (long y = 0; y < n + 2; y++)
    for (long x = 0; x < m + 2; x++)
      before[y][x] = 6 * y + x + 4;
  float *block = (float *)malloc((n + 2) * (m + 2) * sizeof(float));
  float **rows = (float **)malloc((n + 2) * sizeof(float *));
  for (long y = 0; y < n + 2; y++) {
    rows[y] = block + y * (m + 2);
    if (!rows[y])
      return -1;
  }
  for (long y = 0; y < n + 2; y++)
    for (long x = 0; x < m + 2; x++)
      copied[y][x] = 9 * y + 7 * x + 9;
  for (long y = 0; y < n + 2; y++)
    for (long x = 0; x < m + 2; x++)
      rows[y][x] = x;
  for (long y = 1; y < n + 1; y++)
    for (long x = 1; x < m + 1; x++)
      rows[y][x] = 0.0625 * before[y - 1][x] + 0.0625 * before[y + 1][x - 1];
  for (long y = 0; y < n + 2; y++)
    if (0 < m + 2)
      std::copy(&rows[y][0], &rows[y][0] + (m + 2), &copied[y][0]);
  double sum = 0;
  for (long y = 0; y < n + 2; y++)
    for (long x = 0; x < m + 2; x++)
      sum = sum * 0.5 + copied[y][x];
  delete[] before[0];
  delete[] before;
  free(block);
  free(rows);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
