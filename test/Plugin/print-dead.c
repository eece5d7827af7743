// What `smolly dead` would say of each SCoP, and a kernel file of it that the
// tool says the same of.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN:   | %opt -passes='function(simplifycfg,sroa,early-cse)' -S -o %t.ll
// RUN: %opt_and_plugin -disable-output -passes='print<smolly-die>' \
// RUN:   %t.ll 2>&1 | FileCheck %s
// RUN: %opt_and_plugin -disable-output -passes='print<smolly-kernel>' \
// RUN:   %t.ll 2> %t.json
// RUN: %smolly dead --count=p_0=10 %t.json | FileCheck %s --check-prefix=TOOL

// CHECK: kernel half
// CHECK-NEXT: S0: dead where (1 + i0) mod 2 = 0
// CHECK-NEXT: S1: all iterations are live
// CHECK-NEXT: S0: write to v is outside of the array where i0 = p_0
// TOOL: kernel half
// TOOL: S0: dead where (1 + i0) mod 2 = 0 {{.*}}(5 of 11 live)

#include <stdlib.h>

void half(long n, float *out, const float *in) {
  float *v = malloc(n * sizeof *v);
  for (long i = 0; i <= n; i++)
    v[i] = in[i] * in[i];
  for (long i = 0; i < n; i += 2)
    out[i] = v[i];
  free(v);
}
