// Two sources: the two values before.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

static unsigned f(int n) {
  unsigned *a = malloc((n + 2) * sizeof(unsigned));
  if (!a)
    exit(1);
  a[0] = 3;
  a[1] = 7;
  for (int i = 2; i < n + 2; i++)
    a[i] = a[i - 1] + a[i - 2];
  unsigned last = a[n + 1];
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
