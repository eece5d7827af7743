// A row of variable length, two values alive, int.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static unsigned f(int n) {
  unsigned a[n + 2];
  a[0] = 1;
  a[1] = 1;
  for (int i = 2; i < n + 2; i++)
    a[i] = a[i - 1] * 3 + a[i - 2];
  return a[n + 1];
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
