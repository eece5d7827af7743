// Two loops over all elements ask the same: whether there are any. The second
// one is behind a call, and is not rewritten where the first one is, as it
// stores to the same place again and again.
// removed: 1
// sizes: 0 1 2 3 5 7 11
// fast: 2
// RUN: %differential %s
#include "Inputs/program.h"

#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

__attribute__((noinline)) static double stages(long n) {
  double sum = 0;
  unsigned table[15][17];
  for (long i = 0; i < (n + 4) * (n + 6); i++) {
    long y = i / (n + 6), x = i % (n + 6);
    table[y][x] = (unsigned)(2 * y + 4 * x);
  }
  show(n);
  unsigned (*a)[n + 6] = malloc((n + 4) * (n + 6) * sizeof(unsigned));
  for (long i = 0; i < (n + 4) * (n + 6); i++) {
    long y = i / (n + 6), x = i % (n + 6), k = 0;
    (&a[0][0])[i] = table[n + 2][x] + (unsigned)(2 * y + 6 * x);
    while (k < n) {
      (&a[0][0])[i] = SMALLER(3 * (&a[0][0])[i], 5 * table[n + 3][k]) +
                      (unsigned)(5 * y + 6 * x + 5 * k + 8);
      k++;
    }
  }
  for (long x = 0; x < n + 6; x++)
    sum = sum * 0.5 + a[n + 3][x] % 256;
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  show(stages(size(argv, 1)));
  return 0;
}
