// The first row is the array's initializer: it is read only.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

static int a[101][8] = {{1, 2, 3, 4, 5, 6, 7, 8}};

int main(int argc, char **argv) {
  int n = size(argv, 1);
  for (int i = 1; i <= n; i++)
    for (int j = 0; j < 8; j++)
      a[i][j] = a[i - 1][j] * 3 + i;
  int sum = 0;
  for (int j = 0; j < 8; j++)
    sum += a[n][j] * j;
  show(sum);
}
