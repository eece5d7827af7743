// Single bytes, three values alive.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static int f(int n) {
  unsigned char *a = new unsigned char[n + 3];
  a[0] = 1;
  a[1] = 2;
  a[2] = 3;
  for (int i = 3; i < n + 3; i++)
    a[i] = a[i - 1] * 3 + a[i - 2] * 5 + a[i - 3];
  int last = a[n + 2];
  delete[] a;
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
