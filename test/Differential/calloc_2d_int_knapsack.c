// A knapsack table: the row before, at a distance that is a parameter.
// contracted: 1
// sizes: 0,1 1,1 1,3 3,2 7,7 9,64 64,7 20,33
// RUN: %differential %s
#include "Inputs/program.h"

static int f(int n, int w) {
  int(*a)[n + w + 1] = calloc((n + 1) * (n + w + 1), sizeof(int));
  if (!a)
    return -1;
  for (int i = 1; i <= n; i++) {
    for (int j = 0; j < w; j++)
      a[i][j] = a[i - 1][j];
    for (int j = w; j <= n + w; j++) {
      int with = a[i - 1][j - w] + i * i % 17;
      a[i][j] = a[i - 1][j] > with ? a[i - 1][j] : with;
    }
  }
  int best = a[n][n + w];
  free(a);
  return best;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
