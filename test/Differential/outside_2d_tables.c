// Rows of tables that somebody else has made, some of which overlap.
// contracted: 11
// sizes: 0,0 1,1 2,3 3,2 5,4 7,7 13,40 30,151 64,23
// fast: 7
// RUN: %differential %s
#include "Inputs/tables.h"

__attribute__((noinline)) static void smooth(double **in, double **out, long h,
                                             long w) {
  double **t = malloc(h * sizeof *t), **u = malloc(h * sizeof *u);
  for (long i = 0; i < h; i++) {
    t[i] = malloc(w * sizeof **t);
    u[i] = malloc(w * sizeof **u);
  }
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++)
      t[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1]) / 3;
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      u[i][j] = (t[i - 1][j] + t[i][j] + t[i + 1][j]) / 3;
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      out[i][j] = in[i][j] - u[i][j];
  for (long i = 0; i < h; i++) {
    free(t[i]);
    free(u[i]);
  }
  free(t);
  free(u);
}

// The rows have names, and one is written by itself.
__attribute__((noinline)) static void edges(double **in, double **out, long h,
                                            long w) {
  double *t = malloc(h * w * sizeof(double));
  for (long i = 0; i < h; i++) {
    const double *row = in[i];
    for (long j = 0; j < w; j++)
      t[i * w + j] = row[j] * 2;
  }
  double *first = out[0], *last = out[h - 1];
  for (long j = 0; j < w; j++)
    first[j] = t[j];
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      out[i][j] = t[i * w + j] - t[(i - 1) * w + j];
  for (long j = 0; j < w; j++)
    last[j] += 1;
  free(t);
}

// Nothing is written but what nobody else sees.
__attribute__((noinline)) static double cheapest(double **in, long h, long w) {
  double(*d)[w] = malloc(h * sizeof *d);
  d[0][0] = in[0][0];
  for (long i = 1; i < h; i++)
    d[i][0] = d[i - 1][0] + in[i][0];
  for (long j = 1; j < w; j++)
    d[0][j] = d[0][j - 1] + in[0][j];
  for (long i = 1; i < h; i++)
    for (long j = 1; j < w; j++)
      d[i][j] =
          (d[i - 1][j] < d[i][j - 1] ? d[i - 1][j] : d[i][j - 1]) + in[i][j];
  double cost = d[h - 1][w - 1];
  free(d);
  return cost;
}

// Characters may be anything, the tables among it.
__attribute__((noinline)) static void spread(unsigned char **in,
                                             unsigned char **out, long h,
                                             long w) {
  unsigned char(*t)[w] = malloc(h * w);
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w; j++)
      t[i][j] = in[i][j] > in[i][j - 1] ? in[i][j] : in[i][j - 1];
  for (long i = 1; i < h; i++)
    for (long j = 1; j < w; j++)
      out[i][j] = t[i][j] > t[i - 1][j] ? t[i][j] : t[i - 1][j];
  free(t);
}

// From one on, as in Fortran, and in place.
__attribute__((noinline)) static void differences(double **a, long h, long w) {
  double(*t)[w + 1] = malloc((h + 1) * sizeof *t);
  for (long i = 1; i <= h; i++)
    for (long j = 1; j <= w; j++)
      t[i][j] = a[i][j] * 0.5;
  for (long i = 2; i <= h; i++)
    for (long j = 1; j <= w; j++)
      a[i][j] = t[i][j] - t[i - 1][j];
  free(t);
}

// To an array that may be a row.
__attribute__((noinline)) static void sums(double **in, double *out, long h,
                                           long w) {
  double(*t)[w] = malloc(h * sizeof *t);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      t[i][j] = in[i][j] + i;
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      out[(i - 1) * w + j] = t[i][j] * t[i - 1][j];
  free(t);
}

// The data say which rows are read.
__attribute__((noinline)) static void masked(double **in, double **out, long h,
                                             long w) {
  double(*t)[w] = malloc(h * sizeof *t);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      t[i][j] = in[i][j];
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      out[i][j] = t[i][j] > 50 ? t[i - 1][j] : t[i][j];
  free(t);
}

struct image {
  long h, w;
  double **rows;
};

__attribute__((noinline)) static void sharpen(const struct image *in,
                                              struct image *out) {
  long h = in->h, w = in->w;
  double(*t)[w] = malloc(h * sizeof *t);
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      t[i][j] = in->rows[i - 1][j] + in->rows[i + 1][j];
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w; j++)
      out->rows[i][j] = in->rows[i][j] * 4 - t[i][j] - t[i][j - 1];
  free(t);
}

// Rows of different lengths.
__attribute__((noinline)) static void triangle(double **a, double **out,
                                               long n) {
  double(*t)[n] = malloc(n * sizeof *t);
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++)
      t[i][j] = a[i][j] * 3;
  for (long i = 1; i < n; i++)
    for (long j = 0; j < i; j++)
      out[i][j] = t[i][j] + t[i - 1][j];
  free(t);
}

__attribute__((noinline)) static void product(double **a, double **b,
                                              double **c, double **d, long n) {
  double **t = malloc(n * sizeof *t);
  for (long i = 0; i < n; i++)
    t[i] = malloc(n * sizeof **t);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      t[i][j] = 0;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        t[i][j] += a[i][k] * b[k][j];
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      d[i][j] = a[i][j];
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        d[i][j] += t[i][k] * c[k][j];
  for (long i = 0; i < n; i++)
    free(t[i]);
  free(t);
}

__attribute__((noinline)) static void steps(double **a, double **b, long h,
                                            long w) {
  for (long s = 0; s < 3; s++) {
    double(*t)[w] = malloc(h * sizeof *t);
    for (long i = 0; i < h; i++)
      for (long j = 1; j < w - 1; j++)
        t[i][j] = a[i][j - 1] + a[i][j + 1];
    for (long i = 1; i < h - 1; i++)
      for (long j = 1; j < w - 1; j++)
        b[i][j] = (t[i - 1][j] + t[i + 1][j]) * 0.25;
    double **c = a;
    a = b;
    b = c;
    free(t);
  }
}

static void use_bytes(long h, long w, int kind) {
  unsigned char **in = malloc((h + 1) * sizeof *in),
                **out = malloc((h + 1) * sizeof *out);
  // The tables themselves are written in one case; in bytes that change nothing.
  unsigned char *memory = calloc((2 * h + 2) * (w + 1), 1);
  for (long i = 0; i < (2 * h + 2) * (w + 1); i++)
    memory[i] = i * 31 % 127;
  for (long i = 0; i <= h; i++) {
    in[i] = memory + i * (w + 1);
    out[i] = kind == 1 ? in[i] : in[i] + (h + 1) * (w + 1);
  }
  spread(in, out, h, w);
  long sum = 0;
  for (long i = 0; i < (2 * h + 2) * (w + 1); i++)
    sum += memory[i] * (i % 13);
  printf("%ld\n", sum);
  free(in);
  free(out);
  free(memory);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2), n = h < w ? h : w;
  for (int kind = 0; kind < TABLE_KINDS; kind++) {
    struct tables t = make_tables(h, w, kind);
    smooth(t.in, t.out, h, w);
    if (h > 0) {
      edges(t.in, t.out, h, w);
      if (w > 0)
        show(cheapest(t.out, h, w));
    }
    sums(t.in, kind % 2 ? t.memory : t.memory + (h + 1) * (w + 3), h, w);
    masked(t.in, t.out, h, w);
    struct image in = {h, w, t.in}, out = {h, w, t.out};
    sharpen(&in, &out);
    triangle(t.in, t.out, n);
    product(t.in, t.in, t.out, t.out, n);
    product(t.in, t.in, t.in, t.out, n);
    steps(t.in, t.out, h, w);
    differences(t.out, h, w);
    free_tables(t);
    use_bytes(h, w, kind);
  }
}
