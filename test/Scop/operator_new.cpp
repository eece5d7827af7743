// operator new in its variants, and classes that own an array.

// RUN: %clangxx -O1 -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN: | %opt_and_plugin -disable-output \
// RUN:   -passes='function(simplifycfg,sroa,early-cse),print<smolly-kernel>' \
// RUN:   2>&1 | FileCheck %s --implicit-check-not='"fixed"' \
// RUN:   --implicit-check-not=may_write

#include <cstdio>
#include <memory>
#include <new>

extern void note(double);

extern "C" double plain(long h, long w) {
  double *A = new double[h * w];
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      A[i * w + j] = i;
  double s = 0;
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      s += A[(i - 1) * w + j];
  delete[] A;
  return s;
}
// CHECK-LABEL: "name": "plain"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"

extern "C" double caught(long h, long w) {
  try {
    double *A = new double[h * w];
    for (long i = 0; i < h; i++)
      for (long j = 0; j < w; j++)
        A[i * w + j] = i;
    double s = 0;
    for (long i = 1; i < h; i++)
      for (long j = 0; j < w; j++)
        s += A[(i - 1) * w + j];
    delete[] A;
    return s;
  } catch (const std::bad_alloc &) {
    std::fprintf(stderr, "no memory\n");
    return -1;
  }
}
// CHECK-LABEL: "name": "caught"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"

extern "C" double nothrow(long h, long w) {
  double *A = new (std::nothrow) double[h * w];
  if (!A)
    return -1;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      A[i * w + j] = i;
  double s = 0;
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      s += A[(i - 1) * w + j];
  delete[] A;
  return s;
}
// CHECK-LABEL: "name": "nothrow"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"

extern "C" double fixed_rows(int h) {
  auto A = new double[h][64];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < 64; j++)
      A[i][j] = i;
  double s = 0;
  for (int i = 1; i < h; i++)
    for (int j = 0; j < 64; j++)
      s += A[i - 1][j];
  delete[] A;
  return s;
}
// CHECK-LABEL: "name": "fixed_rows"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 <= 63 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"

extern "C" double two_stages(long h, long w) {
  double *A = new double[h * w];
  double *B = new double[h * w];
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      A[i * w + j] = i;
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      B[i * w + j] = A[(i - 1) * w + j];
  double s = 0;
  for (long j = 0; j < w; j++)
    s += B[(h - 1) * w + j];
  note(s);
  delete[] A;
  delete[] B;
  return s;
}
// CHECK-LABEL: "name": "two_stages"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "extent": "{{.*}}{ A_2[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "write"
// CHECK-NEXT: -> A_2[1 + i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A_2[-1 + p_0, i0]
// CHECK-NOT: "context"

extern "C" double unique(long h, long w) {
  std::unique_ptr<double[]> A(new double[h * w]);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      A[i * w + j] = i;
  double s = 0;
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      s += A[(i - 1) * w + j];
  return s;
}
// CHECK-LABEL: "name": "unique"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"

class Matrix {
public:
  Matrix(long h, long w) : Data(new double[h * w]), Width(w) {}
  ~Matrix() { delete[] Data; }
  double &operator()(long i, long j) { return Data[i * Width + j]; }

private:
  double *Data;
  long Width;
};

extern "C" double matrix(long h, long w) {
  Matrix A(h, w);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      A(i, j) = i;
  double s = 0;
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      s += A(i - 1, j);
  return s;
}
// CHECK-LABEL: "name": "matrix"
// CHECK-NEXT: "context"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[i0, i1]
// CHECK-NOT: "context"

// The class is all of the function that says there is an array; its size comes
// from a call that may throw, and the read behind the loops is (w + 1) * m.
long checked(long);

struct Table {
  explicit Table(long n) : cells(new double[n]) {}
  ~Table() { delete[] cells; }
  double *cells;
};

extern "C" double owned(long n) {
  Table a((n + 1) * (n + 1));
  long m = checked(n);
  for (long i = 0; i <= m; i++)
    for (long j = 0; j <= m; j++)
      a.cells[i * (m + 1) + j] = i + j;
  return a.cells[m * (m + 1) + m];
}
// CHECK-LABEL: "name": "owned"
// CHECK: "extent": "{{.*}}{ A[i0, i1] : i0 >= 0 and 0 <= i1 < p_1 }"
// CHECK: "kind": "write"
// CHECK-NEXT: -> A[i0, i1]
// CHECK: "kind": "read"
// CHECK-NEXT: -> A[p_0, p_0]
