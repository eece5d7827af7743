// The pointer lies in an object that a function without a body in sight of the
// inliner gets to see.
// RUN: %untouched %s | FileCheck %s
struct Row {
  // CHECK: :[[@LINE+2]]:32: remark: array 'row' left as it is:
  // CHECK-SAME: it has its address stored in memory
  explicit Row(long n) : cells(new double[n]), n(n) {}
  ~Row() { delete[] cells; }
  double &at(long i) { return cells[i]; }
  __attribute__((noinline)) double last() { return cells[n - 1]; }
  double *cells;
  long n;
};

double f(long n) {
  Row row(n + 1);
  row.at(0) = 1;
  for (long j = 1; j <= n; j++)
    row.at(j) = row.at(j - 1) * 0.5 + j;
  return row.last();
}
