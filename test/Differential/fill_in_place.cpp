// Fills that have to stay where they are, or that somebody else notices: arrays
// of the step before, arrays that are known by another address, and arrays that
// are wiped before they are freed.
// contracted: 2
// sizes: 0,3 1,1 2,5 3,8 17,20 64,9 5000,12
// fast: 5000
// RUN: %differential %s
#include "Inputs/program.h"
#include <cstdint>

#define apart __attribute__((noinline)) static

apart void count_up(double *p, long n) {
  for (long i = 0; i < n; i++)
    p[i] = i + 1;
}

apart double sum_of(const double *p, long n) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum = sum * 0.5 + p[i];
  return sum;
}

// Perhaps there is no way back from here.
apart long check(long step) {
  if (step == 1000)
    throw 1;
  return step;
}

apart double f(long n, long steps, double *__restrict out) {
  double sum = 0, *before = nullptr;
  long bytes = (n + 1) * sizeof(double);
  try {
    for (long step = 0; step < steps; step++) {
      double *now = (double *)malloc(bytes);
      memset(now, 0, bytes);

      char *block = (char *)malloc(bytes + 64);
      double *aligned = (double *)(((uintptr_t)block + 63) & ~(uintptr_t)63);
      if (step % 2 == 1)
        check(step);
      memset(block, 0, bytes + 64);

      double *secret = (double *)malloc(bytes);
      count_up(secret, n);
      sum += sum_of(secret, n);
      if (step % 2 == 0)
        check(step);
      memset(secret, 0, bytes);
      if (step == 900)
        break;
      check(step);
      free(secret);

      double *once = (double *)malloc(bytes), *twice = (double *)malloc(bytes);
      for (long i = 0; i < n; i++)
        once[i] = out[i] * 2;
      for (long i = 0; i < n; i++)
        twice[i] = once[i] * 0.25;
      for (long i = 0; i < n; i++)
        out[i] = twice[i] + 1;
      free(once);
      free(twice);

      if (step % 3 == 2)
        for (long i = 0; i < n; i++)
          sum = sum * 0.5 + before[i] + aligned[i];
      free(block);
      free(before);
      before = now;
    }
  } catch (int) {
    sum = -1;
  }
  free(before);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *out = (double *)calloc(n + 1, sizeof *out);
  show(f(n, size(argv, 2), out));
  show(sum_of(out, n));
  free(out);
}
