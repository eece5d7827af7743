// A loop over all elements is one again where it is not rewritten: in the
// original code of the loops that were, and where loops stay as they are.
// RUN: %c_and_plugin -O1 -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:     | FileCheck %s --implicit-check-not=smolly.row
// CHECK-LABEL: @stages(
// CHECK: for.body{{.*}}:
// CHECK: {{^[}]}}
#include <stdlib.h>

void look(double);

void stages(int n, int m, const double *in, double *out) {
  double *a = malloc(sizeof(double) * n * m);
  double *b = malloc(sizeof(double) * n * m);
  for (int i = 0; i < n * m; i++)
    a[i] = in[i];
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = a[i * m + j] - a[(i - 1) * m + j];
  for (int i = 1; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i * m + j] = b[i * m + j] * 2;
  look(out[0]);
  double *c = malloc(sizeof(double) * n * m);
  for (int i = 0; i < n * m; i++)
    c[i] = out[i] * i;
  look(c[1]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i * m + j] = c[i * m + j] * 3;
  free(a);
  free(b);
  free(c);
}
