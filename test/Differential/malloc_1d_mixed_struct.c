// Elements whose fields have different sizes, copied whole.
// contracted: 0
// RUN: %differential %s
#include "Inputs/program.h"

struct Item {
  double weight;
  int count;
  char tag;
};

static double f(long n) {
  struct Item *a = malloc((n + 1) * sizeof(struct Item));
  if (!a)
    return -1;
  a[0].weight = 1;
  a[0].count = 2;
  a[0].tag = 3;
  for (long i = 1; i <= n; i++) {
    a[i] = a[i - 1];
    a[i].weight = a[i].weight * 0.5 + a[i - 1].count;
    a[i].count += a[i - 1].tag;
    a[i].tag ^= i;
  }
  double last = a[n].weight + a[n].count + a[n].tag;
  free(a);
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
