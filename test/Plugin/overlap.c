// What is said of overlapping tiles, and of why there are none.
// RUN: env SMOLLY_OPTIONS=schedule=overlap,verify %c_and_plugin -O2 -g -c \
// RUN:   %s -o %t.o -Rpass=smolly -Rpass-missed=smolly 2>&1 | FileCheck %s
// RUN: %c_and_plugin -O2 -S -emit-llvm %s -o %t.ll
// RUN: %opt_and_plugin -passes='smolly<schedule=overlap>' \
// RUN:   -print-pipeline-passes -disable-output %t.ll \
// RUN:   | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: smolly<{{.*}}schedule=overlap>

#include <stdlib.h>

// CHECK: overlap.c:[[#@LINE+4]]:{{.*}}array 'tmp' contracted from {{.*}} to 34 * 256 elements
// CHECK: loops run in overlapping tiles: tiles of 32 x 256 compute 1.0{{[0-9]}} times what the loops did; the arrays between them take 34 KiB in place of 3.8 MiB; 9.1 MiB in place of 15 MiB go between memory and cache, with 1000 for each size
void blur(long h, long w, const float (*restrict in)[w],
          float (*restrict out)[w]) {
  float (*tmp)[w] = malloc(h * sizeof *tmp);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      tmp[i][j] = in[i][j] * in[i][j];
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      out[i][j] = tmp[i - 1][j] + tmp[i][j] + tmp[i + 1][j];
  free(tmp);
}

// CHECK: no overlapping tiles: it was not shown that this keeps their results
void in_place(long h, long w, float (*restrict out)[w]) {
  float (*tmp)[w] = malloc(h * sizeof *tmp);
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      tmp[i][j] = out[i - 1][j] + out[i + 1][j];
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      out[i][j] = tmp[i][j] / 2;
  free(tmp);
}

// CHECK: no overlapping tiles: tiles of {{.*}} compute {{[2-9][.0-9]+}} times what the loops did
void far(long h, long w, const float (*restrict in)[w],
         float (*restrict out)[w]) {
  float (*tmp)[w] = malloc(h * sizeof *tmp);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      tmp[i][j] = in[i][j] * in[i][j];
  for (long i = 0; i < h - 90; i++)
    for (long j = 0; j < w; j++)
      out[i][j] = tmp[i][j] + tmp[i + 90][j];
  free(tmp);
}
