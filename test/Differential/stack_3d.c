// A three-dimensional array of constant size, all bounds constant.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static int f(int x) {
  int a[20][16][12];
  for (int j = 0; j < 16; j++)
    for (int k = 0; k < 12; k++)
      a[0][j][k] = j * x + k;
  for (int i = 1; i < 20; i++)
    for (int j = 0; j < 16; j++)
      for (int k = 0; k < 12; k++)
        a[i][j][k] = a[i - 1][j][k] + (j > 0 ? a[i - 1][j - 1][k] : i);
  int sum = 0;
  for (int j = 0; j < 16; j++)
    for (int k = 0; k < 12; k++)
      sum += a[19][j][k] * (j - k);
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
