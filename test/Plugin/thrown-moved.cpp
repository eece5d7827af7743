// Allocations move ahead of the loops in front of them. Where they throw, the
// program sees what it would have seen, and nothing is left allocated.
// RUN: env SMOLLY_OPTIONS=always,count-runs %cxx_and_plugin -O2 -o %t %s
// RUN: %t 50 60 7 2>&1 | FileCheck %s --check-prefix=RUNS
// RUN: %t 50 60 1000000000000000 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: %t 50 60 2305843009213693952 2>&1 | FileCheck %s --check-prefix=LENGTH
// Without the plugin, it is the same.
// RUN: %clangxx -O2 -o %t.plain %s
// RUN: %t.plain 50 60 7 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %t.plain 50 60 1000000000000000 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: %t.plain 50 60 2305843009213693952 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LENGTH
// RUNS-DAG: smolly: 4 runs of rewritten loops
// RUNS-DAG: stages: 981000, 0 blocks
// RUNS-DAG: freed: 708000, 0 blocks
// RUNS-DAG: seen: 6007, 3000, 0 blocks
// RUNS-DAG: caught: 3003, 0 blocks
// PLAIN-DAG: stages: 981000, 0 blocks
// PLAIN-DAG: freed: 708000, 0 blocks
// PLAIN-DAG: seen: 6007, 3000, 0 blocks
// PLAIN-DAG: caught: 3003, 0 blocks
// MEMORY-DAG: stages: no memory, 0 blocks
// MEMORY-DAG: freed: no memory, 0 blocks
// MEMORY-DAG: seen: no memory, 3000, 0 blocks
// MEMORY-DAG: caught: -1, 0 blocks
// LENGTH-DAG: stages: length, 0 blocks
// LENGTH-DAG: freed: length, 0 blocks
// LENGTH-DAG: seen: no memory, 3000, 0 blocks
// LENGTH-DAG: caught: -1, 0 blocks
#include "Inputs/blocks.h"
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <vector>

// The weights are allocated between two stages.
__attribute__((noinline)) static double stages(long h, long w, size_t count) {
  std::vector<double> a(h * w);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      a[y * w + x] = (y + x) * 2;
  std::vector<double> weights(count);
  for (size_t i = 0; i < weights.size(); i++)
    weights[i] = i;
  const long place = Blocks < 0 ? 0 : 3;
  std::vector<double> b(h * w);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      b[y * w + x] = a[y * w + x] + weights[1];
  double sum = 0;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      sum += b[y * w + x] * weights[place];
  return sum;
}

// An array is gone when the next one is allocated.
__attribute__((noinline)) static double freed(long h, long w, size_t count) {
  double sum = 0;
  {
    std::vector<double> a(h * w);
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        a[y * w + x] = y + x;
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        sum += a[y * w + x];
  }
  std::vector<double> b(h * w + count);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      b[y * w + x] = (y + x) * 3;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      sum += b[y * w + x];
  return sum + 60000;
}

// What was stored before is there.
__attribute__((noinline)) static double *seen(long h, long w, size_t count,
                                              double *out) {
  for (long i = 0; i < h * w; i++)
    out[i] = 1;
  double *b = new double[count];
  double *a = new double[h * w];
  for (long i = 0; i < h * w; i++)
    a[i] = out[i] * 2;
  b[0] = 7;
  for (long i = 0; i < h * w; i++)
    b[0] += a[i];
  delete[] a;
  return b;
}

// The same where it is caught.
__attribute__((noinline)) static double caught(long h, long w, size_t count) {
  double sum = 0;
  try {
    std::vector<double> a(h * w);
    for (long i = 0; i < h * w; i++)
      a[i] = 1;
    std::vector<double> b(h * w, 2), c(count);
    c[0] = 3;
    for (long i = 0; i < h * w; i++)
      b[i] = a[i];
    for (long i = 0; i < h * w; i++)
      sum += b[i];
    sum += c[0];
    // Else nobody needs more than that element, and LLVM allocates none.
    asm volatile("" : : "r"(c.data()) : "memory");
  } catch (std::exception &) {
    sum = -1;
  }
  return sum;
}

template <typename Run>
static void report(const char *Name, double *out, long Count, Run F) {
  long Before = Blocks;
  const char *Thrown = nullptr;
  double Result = 0;
  try {
    Result = F();
  } catch (std::bad_alloc &) {
    Thrown = "no memory";
  } catch (std::length_error &) {
    Thrown = "length";
  }
  long Left = Blocks - Before;
  printf("%s: ", Name);
  Thrown ? printf("%s", Thrown) : printf("%.0f", Result);
  if (out) {
    double Sum = 0;
    for (long i = 0; i < Count; i++)
      Sum += out[i];
    printf(", %.0f", Sum);
  }
  printf(", %ld blocks\n", Left);
}

int main(int, char **argv) {
  long h = atol(argv[1]), w = atol(argv[2]);
  size_t count = strtoul(argv[3], nullptr, 10);
  setvbuf(stdout, nullptr, _IONBF, 0);
  double *out = (double *)calloc(h * w, sizeof(double));
  report("stages", nullptr, 0, [=] { return stages(h, w, count); });
  report("freed", nullptr, 0, [=] { return freed(h, w, count); });
  report("seen", out, h * w, [=] {
    double *b = seen(h, w, count, out);
    double Result = b[0];
    delete[] b;
    return Result;
  });
  report("caught", nullptr, 0, [=] { return caught(h, w, count); });
  free(out);
}
