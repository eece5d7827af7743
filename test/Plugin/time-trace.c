// Where a compilation's time goes is in clang's -ftime-trace, phase by phase.

// RUN: %c_and_plugin -O2 -c %s -o %t.o -ftime-trace=%t.json \
// RUN:   -ftime-trace-granularity=0
// RUN: FileCheck %s < %t.json
// CHECK-DAG: "name":"Smolly","args":{"detail":"blur"}
// CHECK-DAG: "name":"Smolly build SCoP"
// CHECK-DAG: "name":"Smolly dataflow"
// CHECK-DAG: "name":"Smolly choose schedule"
// CHECK-DAG: "name":"Smolly plan storage"
// CHECK-DAG: "name":"Smolly build AST"

#include <stdlib.h>

void blur(long n, const double *restrict in, double *restrict out) {
  double *tmp = malloc(n * sizeof(double));
  for (long i = 0; i < n; i++)
    tmp[i] = in[i] * in[i];
  for (long i = 1; i < n; i++)
    out[i] = tmp[i] + tmp[i - 1];
  free(tmp);
}
