// A call of memcpy is one again where it is not rewritten: in the original code
// of the loops that were, and in loops that stay as they are. The last one is
// there twice, as the function starts over where its first loops do not run.
// RUN: %c_and_plugin -O1 -S -emit-llvm -o - %s | FileCheck %s --implicit-check-not=smolly.llvm
// CHECK-LABEL: @stages(
// CHECK-COUNT-3: call void @llvm.memcpy
// CHECK-NOT: call void @llvm.memcpy
// CHECK: {{^[}]}}
#include <stdlib.h>
#include <string.h>

void look(double);

void stages(int n, int m, const double *in, double *out) {
  double *a = malloc(sizeof(double) * n * m);
  double *b = malloc(sizeof(double) * n * m);
  memcpy(a, in, sizeof(double) * n * m);
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j] - a[(i - 1) * m + j];
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i * m + j] = b[i * m + j] * 2;
  look(out[0]);
  double *c = malloc(sizeof(double) * n * m);
  memcpy(c, out, sizeof(double) * n * m);
  look(c[1]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i * m + j] = c[i * m + j] * 3;
  free(a);
  free(b);
  free(c);
}
