// A static array that is written anew in every call.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static int a[102][102];

__attribute__((noinline)) static int f(int n) {
  for (int j = 0; j <= n; j++)
    a[0][j] = j;
  for (int i = 1; i <= n; i++)
    for (int j = 0; j <= n; j++)
      a[i][j] = a[i - 1][j] * 5 + i;
  int sum = 0;
  for (int j = 0; j <= n; j++)
    sum ^= a[n][j];
  return sum;
}

int main(int argc, char **argv) {
  int n = size(argv, 1);
  for (int i = 0; i < 3; i++)
    show(f(n));
  show(f(n / 2));
}
