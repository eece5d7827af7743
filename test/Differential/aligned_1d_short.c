// Alignment beyond what malloc gives, for elements of two bytes.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static int f(long n) {
  short *a = aligned_alloc(128, ((n + 2) * sizeof(short) + 127) / 128 * 128);
  if (!a)
    return -1;
  a[0] = 1;
  a[1] = 2;
  for (long i = 2; i < n + 2; i++)
    a[i] = a[i - 1] * 3 - a[i - 2];
  int last = a[n + 1];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
