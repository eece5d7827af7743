// All time steps in one std::vector; borders are never written and stay zero.
// contracted: 1
// sizes: 0,0 0,5 1,0 1,1 2,3 5,2 17,13 40,31
// RUN: %differential %s
#include "Inputs/program.h"
#include <vector>

/// Leaves memory that is not zero to allocations of up to \p bytes.
__attribute__((noinline)) static void litter(size_t bytes) {
  for (size_t size = 16; size <= bytes; size += 16) {
    void *memory = malloc(size);
    memset(memory, 0x55, size);
    free(memory);
  }
}

static double f(long steps, long n) {
  litter(8 * (steps + 1) * (n + 2));
  std::vector<double> u((steps + 1) * (n + 2));
  for (long i = 1; i <= n; i++)
    u[i] = i % 5 + 0.25;
  for (long t = 1; t <= steps; t++)
    for (long i = 1; i <= n; i++)
      u[t * (n + 2) + i] = 0.25 * u[(t - 1) * (n + 2) + i - 1] +
                           0.5 * u[(t - 1) * (n + 2) + i] +
                           0.25 * u[(t - 1) * (n + 2) + i + 1];
  double sum = 0;
  for (long i = 0; i <= n + 1; i++)
    sum = sum * 0.5 + u[steps * (n + 2) + i];
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1), size(argv, 2))); }
