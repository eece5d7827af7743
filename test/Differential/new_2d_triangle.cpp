// Pascal's triangle modulo 2^16 in new[].
// contracted: 1
// fast: 13
// RUN: %differential %s
#include "Inputs/program.h"

static unsigned short f(long n) {
  const long w = n + 1;
  unsigned short *a = new unsigned short[w * w];
  a[0] = 1;
  for (long i = 1; i <= n; i++) {
    a[i * w] = 1;
    for (long j = 1; j < i; j++)
      a[i * w + j] = a[(i - 1) * w + j] + a[(i - 1) * w + j - 1];
    a[i * w + i] = 1;
  }
  unsigned short last = a[n * w + n / 2];
  delete[] a;
  return last;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
