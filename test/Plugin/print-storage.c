// The plan that the pass would apply, and a kernel file of the same SCoP that
// the tool reads back and checks by execution.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN:   | %opt -passes='function(simplifycfg,sroa,early-cse)' -S -o %t.ll
// RUN: %opt_and_plugin -disable-output -passes='print<smolly-storage>' \
// RUN:   %t.ll 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: %opt_and_plugin -disable-output -passes='print<smolly-kernel>' \
// RUN:   %t.ll 2> %t.json
// RUN: %smolly storage --json --check=p_0=4,p_1=5 %t.json | FileCheck %s --check-prefix=JSON

#include <stdlib.h>

double last(long n, long m) {
  double(*a)[m] = malloc(n * sizeof(*a));
  for (long j = 0; j < m; j++)
    a[0][j] = j;
  for (long i = 1; i < n; i++)
    for (long j = 0; j < m; j++)
      a[i][j] = a[i - 1][j] * 0.5 + i;
  double sum = 0;
  for (long j = 0; j < m; j++)
    sum += a[n - 1][j];
  free(a);
  return sum;
}

// PLAN: last
// PLAN: p_1
// JSON: "elements_after"
// JSON: "kernel": "last"
