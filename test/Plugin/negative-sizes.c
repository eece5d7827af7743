// With two sizes that are negative, memcpy copies elements and loops do not.
// RUN: env SMOLLY_OPTIONS=always,count-runs %c_and_plugin -O2 %s -o %t
// RUN: %t 3 2 2>&1 | FileCheck %s --check-prefix=POSITIVE
// RUN: %t -3 -2 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// POSITIVE-DAG: smolly: 1 runs of rewritten loops
// POSITIVE-DAG: 2 6 10 14 18 22
// NEGATIVE-DAG: smolly: 0 runs of rewritten loops
// NEGATIVE-DAG: 1 3 5 7 9 11
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) void copy(int h, int w, const double *in,
                                    double *out) {
  double *a = malloc(sizeof(double) * h * w);
  memcpy(a, in, sizeof(double) * h * w);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[y * w + x] *= 2;
  memcpy(out, a, sizeof(double) * h * w);
  free(a);
}

int main(int argc, char **argv) {
  double in[] = {1, 3, 5, 7, 9, 11}, out[6] = {0};
  copy(atoi(argv[1]), atoi(argv[2]), in, out);
  for (int i = 0; i < 6; i++)
    printf("%g ", out[i]);
  puts("");
}
