// Arrays with initialisers: zeros from a memset, in a loop anew each time.
// contracted: 2
// RUN: %differential %s
#include "Inputs/program.h"

static double once(long n) {
  double a[200] = {0};
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5 + i;
  return a[n];
}

static double again(long n) {
  double sum = 0;
  for (int t = 0; t < 4; t++) {
    double a[200] = {1, 3};
    for (long i = 2; i <= n; i++)
      a[i] = a[i - 1] * 0.5 + a[i - 2] + t;
    sum += a[n] + a[n + 1];
    printf("%a\n", sum);
  }
  return sum;
}

// The zeros are those of the first time only.
static double first(long n) {
  double a[200] = {0};
  double sum = 0;
  for (int t = 0; t < 4; t++) {
    for (long i = 0; i <= n; i++)
      a[i] = a[i] + t * i;
    sum += a[n];
    printf("%a\n", sum);
  }
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  show(once(n));
  show(again(n));
  show(first(n));
}
