// The new arrays are allocated ahead of the old ones, and freed where something
// throws before the loops: in a landing pad of their own if others land there.
// RUN: env SMOLLY_OPTIONS=always,count-runs %cxx_and_plugin -O2 -o %t %s
// RUN: %t 50 60 7 2>&1 | FileCheck %s --check-prefix=RUNS
// RUN: %t 50 60 2305843009213693952 2>&1 | FileCheck %s --check-prefix=THROWS
// RUNS-DAG: smolly: 3 runs of rewritten loops
// RUNS-DAG: 648000, 0 kept
// RUNS-DAG: 981000, 0 blocks
// THROWS-DAG: smolly: 0 runs of rewritten loops
// THROWS-DAG: -2, 0 kept
// THROWS-DAG: thrown, 0 blocks
#include "Inputs/blocks.h"
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

__attribute__((noinline)) static long look(long n, size_t count) {
  if (count > 1000)
    throw count;
  return n;
}

__attribute__((noinline)) static double run(long h, long w, size_t count) {
  h = look(h, 0);
  std::vector<double> a(h * w), b(h * w);
  std::vector<double> weights(count);
  for (size_t i = 0; i < weights.size(); i++)
    weights[i] = i;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      a[y * w + x] = (y + x) * weights[2];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      b[y * w + x] = a[y * w + x] + weights[1];
  double sum = 0;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      sum += b[y * w + x] * weights[3];
  return sum;
}

// What is called before the arrays are allocated throws to the same place,
// where the program forgets them.
__attribute__((noinline)) static double tries(long h, long w, size_t first,
                                              size_t second) {
  double sum = 0;
  try {
    h = look(h, first);
    double *a = new double[h * w];
    double *b = new double[h * w];
    look(h, second);
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        a[y * w + x] = y + x;
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        b[y * w + x] = a[y * w + x] * 2;
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        sum += b[y * w + x];
    delete[] a;
    delete[] b;
  } catch (size_t) {
    sum = -1;
  }
  return sum;
}

int main(int, char **argv) {
  long h = atol(argv[1]), w = atol(argv[2]);
  size_t count = strtoul(argv[3], nullptr, 10);
  setvbuf(stdout, nullptr, _IONBF, 0);
  long Before = Blocks;
  double sum = tries(h, w, 0, count) + tries(h, w, count, 0);
  printf("%.0f, %ld kept\n", sum, Blocks - Before);
  try {
    double sum = run(h, w, count);
    long Left = Blocks - Before;
    printf("%.0f, %ld blocks\n", sum, Left);
    return 0;
  } catch (std::exception &) {
  }
  // The exception is gone, too.
  long Left = Blocks - Before;
  printf("thrown, %ld blocks\n", Left);
}
