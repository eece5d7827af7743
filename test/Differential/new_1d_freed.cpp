// Of two arrays that change places, one is deleted while the other one is still
// looked at, or kept: which one it is matters then. What is contracted is
// between the first two loops.
// contracted: 4
// sizes: 1,0 1,1 2,1 5,2 7,3 64,5 101,6 101,7
// RUN: %differential %s
#include "Inputs/program.h"
#include <utility>

static double *kept;

/// Writes to what has become free.
__attribute__((noinline)) static void litter(long n) {
  double *other = new double[n];
  for (long i = 0; i < n; i++)
    other[i] = -1000 - i;
  kept = other;
  show(other[n - 1]);
  delete[] other;
}

#define STEPS(now, next)                                                       \
  double *now = new double[n], *next = new double[n];                          \
  double *first = new double[n];                                               \
  for (long i = 0; i < n; i++)                                                 \
    first[i] = (i * 37 % 101) * 0.01;                                          \
  for (long i = 0; i < n; i++)                                                 \
    now[i] = next[i] = first[i] + 1;                                           \
  delete[] first;                                                              \
  for (long t = 0; t < steps; t++) {                                           \
    for (long i = 1; i < n - 1; i++)                                           \
      next[i] = 0.25 * now[i - 1] + 0.5 * now[i] + 0.25 * now[i + 1];          \
    std::swap(now, next);                                                      \
  }

__attribute__((noinline)) static double one(long n, long steps) {
  STEPS(now, next)
  delete[] next;
  litter(n);
  double last = now[n - 1];
  delete[] now;
  return last;
}

__attribute__((noinline)) static double some(long n, long steps) {
  STEPS(now, next)
  double sum = 0;
  delete[] next;
  litter(n);
  if (n % 2 == 1)
    for (long i = 0; i < n; i++)
      sum = sum * 0.5 + now[i];
  delete[] now;
  return sum;
}

__attribute__((noinline)) static double *returned(long n, long steps) {
  STEPS(now, next)
  delete[] next;
  litter(n);
  if (n % 2 == 1)
    return now;
  delete[] now;
  return nullptr;
}

__attribute__((noinline)) static void stored(long n, long steps) {
  STEPS(now, next)
  double last = now[n - 1];
  delete[] next;
  litter(n);
  kept = nullptr;
  if (last > 1.1)
    kept = now;
  else
    delete[] now;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), steps = size(argv, 2);
  show(one(n, steps));
  show(some(n, steps));
  double *array = returned(n, steps);
  for (long i = 0; array && i < n; i++)
    show(array[i]);
  delete[] array;
  stored(n, steps);
  for (long i = 0; kept && i < n; i++)
    show(kept[i]);
  delete[] kept;
}
