// The longest common subsequence of two texts: both arms of a condition that is
// not affine store to the same element, and the widths come from strlen.

// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -disable-output \
// RUN:   -passes='function(simplifycfg,sroa,early-cse),print<smolly-kernel>' \
// RUN:   2>&1 | FileCheck %s --implicit-check-not=may_write

#include <stdlib.h>
#include <string.h>

int lcs(const char *a, const char *b) {
  int n = strlen(a), m = strlen(b);
  int *L = calloc((n + 1) * (m + 1), sizeof(int));
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= m; j++)
      if (a[i - 1] == b[j - 1]) {
        L[i * (m + 1) + j] = L[(i - 1) * (m + 1) + j - 1] + 1;
      } else {
        int up = L[(i - 1) * (m + 1) + j];
        int left = L[i * (m + 1) + j - 1];
        L[i * (m + 1) + j] = up > left ? up : left;
      }
  int length = L[n * (m + 1) + m];
  free(L);
  return length;
}
// CHECK-LABEL: "name": "lcs"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ a[i0] }"
// CHECK: "live_in": "{{.*}}{ a[i0] }"
// CHECK: "extent": "{{.*}}{ b[i0] }"
// CHECK: "live_in": "{{.*}}{ b[i0] }"
// CHECK: "extent": "{{.*}}{ L[i0, i1] : i0 >= 0 and 0 <= i1 < p_2 }"
// CHECK: "live_in": "{{.*}}{ L[i0, i1] : i0 >= 0 and 0 <= i1 < p_2 }"
// CHECK-NOT: "fixed"
// CHECK: "statements"
// CHECK: "kind": "read"
// CHECK-NEXT: -> a[i0]
// CHECK: "kind": "read"
// CHECK-NEXT: -> b[i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> L[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> L[i0, 1 + i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> L[1 + i0, i1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> L[1 + i0, 1 + i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> L[p_0, p_1]
// CHECK-NOT: "context"
