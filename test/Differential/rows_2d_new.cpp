// Tables of pointers to rows by new and delete: of one loop for two of them,
// and in a class.
// contracted: 3
// sizes: 0,0 1,1 1,5 2,2 5,7 16,33 64,31 97,101
// RUN: %differential %s
#include "Inputs/rows.h"

__attribute__((noinline)) static double stages(int n, int m) {
  double **a = new double *[n], **b = new double *[n];
  for (int i = 0; i < n; ++i) {
    a[i] = new double[m];
    b[i] = new double[m];
  }
  double sum = blur(a, b, n, m);
  for (int i = 0; i < n; ++i) {
    delete[] a[i];
    delete[] b[i];
  }
  delete[] a;
  delete[] b;
  return sum;
}

class Grid {
public:
  Grid(int n, int m) : rows(n), cells(new float *[n]) {
    for (int i = 0; i < n; i++)
      cells[i] = new float[m];
  }
  ~Grid() {
    for (int i = 0; i < rows; i++)
      delete[] cells[i];
    delete[] cells;
  }
  Grid(const Grid &) = delete;
  float *operator[](int i) { return cells[i]; }

private:
  int rows;
  float **cells;
};

__attribute__((noinline)) static float grids(int n, int m) {
  Grid a(n, m);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i][j] = (i * 7 + j) % 13;
  float sum = 0;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      sum = sum * 0.5f + a[i][j] - a[i - 1][j - 1];
  return sum;
}

int main(int argc, char **argv) {
  show(stages(size(argv, 1), size(argv, 2)));
  show(grids(size(argv, 1), size(argv, 2)));
}
