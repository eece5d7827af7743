// Loops are rewritten for sizes at which each of them runs, and at which borders
// lie apart; the original ones run otherwise. A size that bounds all loops alike,
// as the number of channels here, may be 1.

// RUN: %c_and_plugin -O2 -g -Rpass=smolly -c %s -o %t.o 2>&1 \
// RUN:   | grep -v contracted | FileCheck %s --implicit-check-not='rewritten loops'
// RUN: %clang -O2 %s -o %t.plain
// RUN: env SMOLLY_OPTIONS=verify,always,count-runs %c_and_plugin -O2 %s -o %t
// RUN: %t.plain 4 9 1 2 > %t.expected
// RUN: %t 4 9 1 2 2>%t.runs | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=ONE < %t.runs
// RUN: %t.plain 9 4 3 2 > %t.expected
// RUN: %t 9 4 3 2 2>%t.runs | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=ONE < %t.runs
// RUN: %t.plain 5 5 0 0 > %t.expected
// RUN: %t 5 5 0 0 2>%t.runs | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=NONE < %t.runs
// RUN: %t.plain 5 5 1 1 > %t.expected
// RUN: %t 5 5 1 1 2>%t.runs | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=BOTH < %t.runs
// ONE: smolly: 1 runs of rewritten loops
// NONE: smolly: 0 runs of rewritten loops
// BOTH: smolly: 2 runs of rewritten loops

// Polly ends the process if isl has no operations left for what it is asked to assume.
// RUN: %python %S/Inputs/each.py 200 3000 100 \
// RUN:   SMOLLY_OPTIONS=always,max-function-operations=@ \
// RUN:   %c_and_plugin -O2 -c %s -o %t.o

#include <stdio.h>
#include <stdlib.h>

// CHECK: usual-sizes.c:{{.*}}: remark: rewritten loops run where h >= 5 and w >= 5, the original ones for smaller sizes
__attribute__((noinline)) static void pairs(long h, long w, long channels,
                                            const double *restrict in,
                                            double *restrict out) {
  for (long c = 0; c < channels; c++) {
    double (*a)[w] = malloc(h * sizeof *a);
    for (long y = 0; y < h; y++)
      for (long x = 0; x < w; x++)
        a[y][x] = in[x] * y + c;
    for (long y = 1; y < h - 1; y++)
      for (long x = 1; x < w - 1; x++)
        out[x] += a[y - 1][x] + a[y + 1][x - 1];
    free(a);
  }
}

// CHECK: usual-sizes.c:{{.*}}: remark: rewritten loops run where w >= 3, the original ones for smaller sizes
// CHECK: usual-sizes.c:{{.*}}: remark: rewritten loops run where arrays become smaller by at least 128 KiB, the original ones elsewhere
__attribute__((noinline)) static void steps(long w, long count,
                                            double *restrict out) {
  double *next = malloc(w * sizeof(double));
  for (long t = 0; t < count; t++) {
    for (long x = 1; x < w - 1; x++)
      next[x] = (out[x - 1] + out[x] + out[x + 1]) * 3.0;
    for (long x = 1; x < w - 1; x++)
      out[x] = next[x];
  }
  free(next);
}

int main(int argc, char **argv) {
  if (argc < 5)
    return 1;
  long h = atol(argv[1]), w = atol(argv[2]);
  double *in = malloc(w * sizeof(double)), *out = calloc(w, sizeof(double));
  for (long x = 0; x < w; x++)
    in[x] = x % 7;
  pairs(h, w, atol(argv[3]), in, out);
  steps(w, atol(argv[4]), out);
  for (long x = 0; x < w; x++)
    printf("%g\n", out[x]);
  free(in);
  free(out);
  return 0;
}
