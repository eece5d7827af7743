// A constant-size row on the stack with two kinds of borders.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static double f(void) {
  double a[1000];
  a[0] = 1;
  a[1] = -1;
  for (int i = 2; i < 1000; i++)
    a[i] = a[i - 1] * 0.5 - a[i - 2] * 0.25 + i;
  return a[999];
}

int main(int argc, char **argv) { show(f()); }
