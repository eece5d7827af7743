// Which inputs the outputs of a loop nest need, and where they are special.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN:   | %opt -passes='function(simplifycfg,sroa,early-cse)' -S -o %t.ll
// RUN: %opt_and_plugin -disable-output -passes='print<smolly-volumes>' \
// RUN:   %t.ll 2>&1 | FileCheck %s

#include <stdlib.h>

// A border of zeros, and a sum of three neighbours.
void padded(const float *restrict in, float *restrict out) {
  float *p = malloc(102 * sizeof *p);
  if (!p)
    return;
  p[0] = 0;
  for (long i = 0; i < 100; i++)
    p[i + 1] = in[i];
  p[101] = 0;
  for (long i = 0; i < 100; i++)
    out[i] = p[i] + p[i + 1] + p[i + 2];
  free(p);
}
// CHECK-LABEL: kernel padded
// CHECK-NEXT: { out[99] -> const_0[]; out[0] -> const_0[] }
// CHECK-NEXT: -> in[{{.*}}] :
// CHECK-NEXT: output out: { out[i0] : 0 <= i0 <= 99 }
// CHECK: constant 0 used by S{{[0-9]}}, access 0: { out[0] }
// CHECK: constant 0 used by S{{[0-9]}}, access 2: { out[99] }
// CHECK: region {{.}}, dense:
// CHECK-NEXT: offset [1], size [98]
// CHECK-NEXT: reads in: offset [0], size [100]
