// Loops are analysed with a load for each place that a clamped element may be at.
// The original ones, which run where nothing is gained, load it as without the
// plugin: one load, and no branch. So do they store to one of two arrays.

// RUN: %clang -O2 %s -o %t.plain
// RUN: env SMOLLY_OPTIONS=count-runs %c_and_plugin -O2 %s -o %t
// RUN: %t.plain 0 0 0 5 7 0 1 1 2 3 3 2 4 7 13 13 17 19 30 40 > %t.expected
// RUN: %t 0 0 0 5 7 0 1 1 2 3 3 2 4 7 13 13 17 19 30 40 2> %t.runs \
// RUN:   | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t.runs
// RUN: %t.plain 701 809 640 731 > %t.expected
// RUN: %t 701 809 640 731 2> %t.runs | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=ALL --input-file=%t.runs
// NONE: smolly: 0 runs of rewritten loops
// ALL: smolly: 8 runs of rewritten loops

// RUN: %clang -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -S \
// RUN:   -passes='function(sroa,simplifycfg,instcombine,loop-simplify),smolly' \
// RUN: | FileCheck %s
// The original loop over windows comes first.
// CHECK: define internal {{.*}}@variances
// CHECK: icmp slt i32
// CHECK-NOT: {{br i1|phi i32}}
// CHECK: load i32
// CHECK-NOT: {{br i1|phi i32}}
// CHECK: load i32
// CHECK-NOT: {{br i1|phi i32}}
// CHECK: load i32
// CHECK-NOT: {{br i1|phi i32}}
// CHECK: load i32
// CHECK-NOT: {{br i1|phi i64}}
// CHECK: load i64
// CHECK-NOT: {{br i1|phi i64}}
// CHECK: load i64
// CHECK-NOT: {{br i1|phi i64}}
// CHECK: load i64
// CHECK-NOT: {{br i1|phi i64}}
// CHECK: load i64
// CHECK: uitofp

// In the original loop alone one of two arrays is chosen.
// CHECK: define internal {{.*}}@triangles
// CHECK: select i1 {{.*}}, ptr
// CHECK-NOT: {{br i1|phi }}
// CHECK: store float
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static void variances(int runs, size_t h, size_t w,
                                                const int *restrict in) {
  char line[8192]; // not twice on the stack
  for (int run = 0; run < runs; run++) {
    unsigned *sums = calloc((h + 1) * (w + 1), sizeof *sums), all = 0;
    unsigned long *squares = calloc((h + 1) * (w + 1), sizeof *squares);
    float *variance = malloc((h * w + 1) * sizeof *variance);
    for (size_t y = 0; y < h; y++) {
      unsigned sum = 0;
      unsigned long square = 0;
      for (size_t x = 0; x < w; x++) {
        unsigned value = in[y * w + x] ^ run;
        sum += value;
        square += (unsigned long)value * value;
        sums[(y + 1) * (w + 1) + x + 1] = sums[y * (w + 1) + x + 1] + sum;
        squares[(y + 1) * (w + 1) + x + 1] =
            squares[y * (w + 1) + x + 1] + square;
      }
    }
    for (int y = 0; y < (int)h; y++)
      for (int x = 0; x < (int)w; x++) {
        int y0 = y - 3 < 0 ? 0 : y - 3, y1 = y + 4 > (int)h ? (int)h : y + 4;
        int x0 = x - 3 < 0 ? 0 : x - 3, x1 = x + 4 > (int)w ? (int)w : x + 4;
        size_t row = w + 1;
        unsigned sum = sums[y1 * row + x1] - sums[y0 * row + x1] -
                       sums[y1 * row + x0] + sums[y0 * row + x0];
        unsigned long square = squares[y1 * row + x1] - squares[y0 * row + x1] -
                               squares[y1 * row + x0] + squares[y0 * row + x0];
        float area = (y1 - y0) * (x1 - x0);
        variance[y * w + x] = square / area - sum / area * (sum / area);
      }
    for (size_t i = 0; i < h * w; i++)
      all = all * 31 + (int)(variance[i] * 100);
    free(sums);
    free(variance);
    free(squares);
    snprintf(line, sizeof line, "%d: %u", run, all);
    puts(line);
  }
}

__attribute__((noinline)) static void triangles(int runs, size_t h, size_t w,
                                                const int *restrict in,
                                                float *restrict low,
                                                float *restrict high) {
  for (int run = 0; run < runs; run++) {
    float *sums = malloc((h * w + 1) * sizeof *sums);
    for (size_t y = 0; y < h; y++)
      for (size_t x = 0; x < w; x++)
        sums[y * w + x] = in[y * w + x] + run * in[y * w + (x > 0 ? x - 1 : 0)];
    for (size_t y = 0; y < h; y++)
      for (size_t x = 0; x < w; x++) {
        float *to = x <= y ? low : high;
        to[y * w + x] = 2 * sums[y * w + x];
      }
    free(sums);
    printf("%g\n", low[h * w / 2]);
  }
}

int main(int argc, char **argv) {
  for (int i = 2; i < argc; i += 2) {
    size_t h = atol(argv[i - 1]), w = atol(argv[i]);
    int *in = malloc((h * w + 1) * sizeof *in);
    for (size_t k = 0; k < h * w; k++)
      in[k] = k * k % 91;
    variances(2, h, w, in);
    float *both = calloc(2 * h * w + 1, sizeof *both), sum = 0;
    triangles(2, h, w, in, both, both + h * w);
    for (size_t k = 0; k < 2 * h * w; k++)
      sum += both[k] * (k % 7);
    printf("%g\n", sum);
    free(both);
    free(in);
  }
}
