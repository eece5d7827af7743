// What is read through a table of rows may be a result: the word of the user that no
// more of it is wanted is not taken then.

// RUN: echo 'restricted: arg1[0..3][*]' > %t.outputs
// RUN: %c_and_plugin -O2 %s -o %t -mllvm -smolly-outputs=%t.outputs \
// RUN:   -Rpass-missed=smolly 2>&1 | FileCheck %s
// RUN: %t | FileCheck %s --check-prefix=READ
#include <stdio.h>
#include <stdlib.h>

// CHECK: is not restricted: something else may read it
__attribute__((noinline)) double restricted(double *out, double **in, long h,
                                            long w) {
  double *t = malloc(h * w * sizeof *t), sum = 0;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      t[i * w + j] = i * j % 7;
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      out[i * w + j] = t[i * w + j] + t[(i - 1) * w + j];
  free(t);
  for (long i = 0; i < h; i++) {
    sum += in[i][1];
    if (sum > 1e9)
      break;
  }
  return sum;
}

// READ: 109
int main(void) {
  long h = 20, w = 9;
  double *out = calloc(h * w, sizeof *out), **in = malloc(h * sizeof *in);
  for (long i = 0; i < h; i++)
    in[i] = out + i * w;
  printf("%g\n", restricted(out, in, h, w));
  free(in);
  free(out);
}
