// Tables that somebody else has made, which change between the load of a pointer
// and the loops; rows of a number that is known ahead; pointers into the middle.
// contracted: 5
// sizes: 0,0 1,1 2,3 3,2 5,4 7,7 13,40 30,151
// fast: 7
// idle: exchanged moved
// RUN: %differential %s
#include "Inputs/tables.h"

// The first row is another one when the loops run.
__attribute__((noinline)) static double moved(double **t, double *other, long h,
                                              long w) {
  double(*u)[w] = malloc(h * sizeof *u), sum = 0;
  double *first = t[0];
  t[0] = other;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      u[i][j] = t[i][j] * 2 + first[j];
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      sum += u[i][j] - u[i - 1][j];
  t[0] = first;
  free(u);
  return sum;
}

__attribute__((noinline)) static double exchanged(double **t, long k, long h,
                                                  long w) {
  double(*u)[w] = malloc(h * sizeof *u), sum = 0;
  double *first = t[0];
  t[0] = t[k];
  t[k] = first;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      u[i][j] = t[i][j] - first[j];
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      sum = sum * 0.75 + u[i][j] + u[i - 1][j];
  free(u);
  return sum;
}

// The table is gone when its row is used.
__attribute__((noinline)) static double freed(const double *row, long h, long w) {
  double **t = malloc(h * sizeof *t);
  for (long i = 0; i < h; i++)
    t[i] = (double *)row + i;
  double(*u)[w] = malloc(h * sizeof *u), sum = 0;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      u[i][j] = t[i][0] + j;
  const double *first = t[0];
  free(t);
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      sum += u[i][j] * first[0] - u[i - 1][j];
  free(u);
  return sum;
}

// In place, one element on.
__attribute__((noinline)) static void shifted(double **t, double **u, long k,
                                              long w) {
  double *a = malloc(w * sizeof *a), *b = malloc(w * sizeof *b);
  for (long j = 0; j < w; j++)
    a[j] = t[k][j] * 0.5;
  for (long j = 0; j < w; j++)
    b[j] = a[j] + t[0][j];
  for (long j = 0; j < w; j++)
    u[k][j + 1] = b[j] * 0.5;
  free(a);
  free(b);
}

__attribute__((noinline)) static void chosen(double **t, double **u,
                                             const long *index, long h, long w) {
  for (long q = 0; q < h; q++) {
    long k = index[q];
    double *a = malloc(w * sizeof *a);
    for (long j = 0; j < w; j++)
      a[j] = t[k][j] * 0.5 + t[q][j];
    for (long j = 0; j < w; j++)
      u[k][j + 1] = a[j] * 0.5;
    free(a);
  }
}

// From the end.
__attribute__((noinline)) static void backwards(long n, const double *in,
                                                double *last) {
  double *a = malloc((n + 1) * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 2;
  for (long i = 0; i < n; i++)
    last[-i] = a[i] + 1;
  free(a);
}

__attribute__((noinline)) static void upwards(long h, long w, double **in,
                                              double **last) {
  double(*a)[w] = malloc((h + 1) * sizeof *a);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      a[i][j] = in[i][j] * 2;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      last[-i][j] = a[i][j] + i;
  free(a);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  double *row = malloc((h + w + 1) * sizeof *row);
  long *index = malloc((h + 1) * sizeof *index);
  for (long i = 0; i < h + w + 1; i++)
    row[i] = i * 0.25;
  for (long i = 0; i <= h; i++)
    index[i] = i * 5 % (h + 1);
  for (int kind = 0; kind < TABLE_KINDS; kind++) {
    struct tables t = make_tables(h, w, kind);
    if (h > 0) {
      show(moved(t.in, t.out[h], h, w));
      show(exchanged(t.in, h - 1, h, w));
    }
    show(freed(row, h, w));
    shifted(t.in, t.in, h, w);
    shifted(t.in, t.out, h / 2, w);
    chosen(t.in, t.out, index, h, w);
    chosen(t.in, t.in, index, h, w);
    backwards(w, t.in[0], t.out[0] + (w > 0 ? w - 1 : 0));
    upwards(h, w, t.in, t.out + h);
    free_tables(t);
  }
  free(row);
  free(index);
}
