// Everything in main, with a static array that nobody reads afterwards.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static unsigned char a[1000];

int main(int argc, char **argv) {
  int n = size(argv, 1);
  unsigned sum = 0;
  a[0] = 1;
  a[1] = 5;
  for (int i = 2; i < n + 2; i++) {
    a[i] = a[i - 1] * 7 + a[i - 2];
    sum += a[i];
  }
  show(sum);
}
