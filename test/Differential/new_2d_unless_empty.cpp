// Arrays that are not allocated for a size of zero; the program asks whether
// they were, in front of the loops and behind them, and counts.
// contracted: 1
// sizes: 0 1 2 3 5 17 50
// RUN: %differential %s
#include "Inputs/program.h"
#include <cstdlib>

static long Allocations = 0;

void *operator new[](size_t size) {
  Allocations++;
  if (void *memory = malloc(size))
    return memory;
  abort();
}

void operator delete[](void *memory) noexcept { free(memory); }

static double f(long n) {
  // Having printed something, perhaps for nothing, the function does not start
  // over with its code as it was.
  printf("%ld\n", n);
  if (n < 0)
    return -1;
  double *a = n != 0 ? new double[n * n] : nullptr;
  double *b = n == 0 ? nullptr : (double *)malloc(n * n * sizeof(double));
  double sum = 0;
  if (a == nullptr)
    sum += 1;
  if (!b)
    sum += 2;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      a[i * n + j] = i * 3 + j;
  for (long i = 1; i < n; i++)
    for (long j = 1; j < n; j++)
      b[i * n + j] = a[(i - 1) * n + j - 1] + a[i * n + j];
  for (long i = 1; i < n; i++)
    for (long j = 1; j < n; j++)
      sum = sum * 0.5 + b[i * n + j];
  if (a) {
    delete[] a;
    sum += 4;
  }
  if (b) {
    free(b);
    sum += 8;
  }
  return n == 0 ? sum + 100 * Allocations : sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
