// Elements of two fields.
// contracted: 1
// RUN: %differential %s
#include "Inputs/program.h"

struct Pair {
  double x, y;
};

static double f(long n) {
  struct Pair *a = malloc((n + 1) * sizeof(struct Pair));
  if (!a)
    return -1;
  a[0].x = 1;
  a[0].y = -1;
  for (long i = 1; i <= n; i++) {
    a[i].x = a[i - 1].x * 0.5 + a[i - 1].y;
    a[i].y = a[i - 1].y * 0.25 + i;
  }
  double last = a[n].x + a[n].y;
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
