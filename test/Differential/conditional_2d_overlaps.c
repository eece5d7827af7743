// What is read or stored under conditions on data may overlap: with what was
// stored a byte before, with what another turn of a loop without a name stores,
// or with what the loops write, rows further down.
// contracted: 6
// sizes: 0,0,1,0 1,1,1,5 2,3,5,7 7,5,50,11 10,10,200,33 10,10,3000,20 10,10,1,200 10,10,1,20 3,9,11,12 13,40,1,600
// fast: 5
// idle: far farther rows
// RUN: %differential %s
#include "Inputs/program.h"
#include <string.h>

#define apart __attribute__((noinline)) static

/// Something to contract in each function.
static inline __attribute__((always_inline)) double buffered(int n) {
  double *x = malloc(3l * n * sizeof(double)), sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < n; j++)
      x[i * (long)n + j] = j * 0.5 + i;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < n; j++)
      sum += x[i * (long)n + j] * 0.25;
  free(x);
  return sum;
}

// Stores of which the second one overwrites the first, with a load between
// that reads three bytes of it.
apart double bytes(char *b, int n) {
  unsigned sum = 0;
  for (int i = 1; i < n; i++) {
    unsigned x = i * 77777u, y = i, between;
    memcpy(b + i, &x, 4);
    memcpy(&between, b + i - 1, 4);
    sum += between;
    memcpy(b + i, &y, 4);
  }
  return sum + buffered(n);
}

// What is behind a store is in front of it, too.
apart double around(int *b, const unsigned char *g, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) {
    unsigned x = g[i];
    if (g[i + 1] & 1)
      goto second;
  first:
    x = x * 2 + 3;
    sum ^= x;
  second:
    sum += x;
    b[x & 31] = i + 1;
    if (x < 4000)
      goto first;
    b[x & 31] = -1;
  }
  return sum + buffered(n);
}

/// The second nest of those that follow, in which the array is contracted.
static inline __attribute__((always_inline)) void
pass_on(int n, int w, double *kept, double *out) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < w; j++)
      out[i * w + j] = kept[i * w + j] * 2 + 1;
  free(kept);
}

static inline __attribute__((always_inline)) void
pass_on_row(int n, double *kept, double *out) {
  for (long j = 0; j < n; j++)
    out[j] = kept[j] * 2 + 1;
  free(kept);
}

// What is read k elements further on is in the row, or is not read.
apart void right(int n, int w, long k, const double *in,
                 const unsigned char *mask, double *out) {
  double *kept = malloc((long)n * w * sizeof(double));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < w; j++) {
      double x = in[(i + 1) * w + j];
      if (mask[i * w + j]) {
        x *= 3;
        if (j + k < w)
          x += in[i * w + j + k];
      }
      kept[i * w + j] = x;
    }
  pass_on(n, w, kept, out);
}

apart void left(int n, int w, long k, const double *in,
                const unsigned char *mask, double *out) {
  double *kept = malloc((long)n * w * sizeof(double));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < w; j++) {
      double x = in[(i + 1) * w + j];
      if (mask[i * w + j]) {
        x *= 3;
        if (j - k >= 0)
          x += in[(i + 2) * w + j - k];
      }
      kept[i * w + j] = x;
    }
  pass_on(n, w, kept, out);
}

// What is not read is so far away that its address would wrap around.
apart void far(int n, long k, const double *in, const unsigned char *mask,
               double *out) {
  double *kept = malloc(n * sizeof(double));
  for (long j = 0; j < n; j++) {
    double x = in[j];
    if (mask[j]) {
      x *= 3;
      if (j + k >= 0)
        x += in[j + k];
    }
    kept[j] = x;
  }
  pass_on_row(n, kept, out);
}

apart void farther(int n, long k, const double *in, const unsigned char *mask,
                   double *out) {
  double *kept = malloc(n * sizeof(double));
  for (long j = 0; j < n; j++) {
    double x = in[j];
    if (mask[j] > 100)
      x += in[j + k];
    kept[j] = x;
  }
  pass_on_row(n, kept, out);
}

apart void rows(int n, int w, long k, const double *in,
                const unsigned char *mask, double *out) {
  double *kept = malloc((long)n * w * sizeof(double));
  for (long i = 0; i < n; i++)
    for (long j = 0; j < w; j++) {
      double x = in[i * w + j];
      if (mask[i * w + j]) {
        x *= 3;
        if (i + k < n)
          x += in[(i + k) * w + j];
      }
      kept[i * w + j] = x;
    }
  pass_on(n, w, kept, out);
}

// More choices, one in another, than loads may be made of one.
apart double chain(const unsigned char *m, int n) {
  double *p = malloc((n + 30l) * sizeof(double)), sum = 0;
  for (int i = 0; i < n + 30; i++)
    p[i] = i;
  for (int i = 0; i < n; i++) {
    long k = i;
    k = m[i] > 1 ? i + 1 : k;
    k = m[i + 1] > 2 ? i + 3 : k;
    k = m[i + 2] > 3 ? i + 5 : k;
    k = m[i + 3] > 4 ? i + 7 : k;
    k = m[i + 4] > 5 ? i + 9 : k;
    k = m[i + 5] > 5 ? i + 11 : k;
    k = m[i + 6] > 4 ? i + 13 : k;
    k = m[i + 7] > 5 ? i + 15 : k;
    k = m[i + 8] > 5 ? i + 17 : k;
    k = m[i + 9] > 5 ? i + 19 : k;
    sum += p[k];
  }
  free(p);
  return sum;
}

// A place that depends on how a loop is left.
apart double found(const unsigned char *m, int n, int w) {
  double *p = calloc(n + 1l, sizeof(double)), sum = buffered(n);
  for (int j = 0; j <= n; j++)
    p[j] = j;
  for (int j = 0; j < n; j++) {
    long k = j;
    int q = 0;
    do {
      sum += m[q];
      if (m[q + j] > 5) {
        k = 0;
        break;
      }
      q++;
    } while (q < w);
    sum += p[k];
  }
  free(p);
  return sum;
}

apart double pointed(const unsigned char *m, int n, int w) {
  double *p = calloc(n + 1l, sizeof(double)), sum = 0;
  for (int j = 0; j < n; j++) {
    double *q = p + j;
    for (int k = 0; k < w; k++)
      if (m[j + k] == 6) {
        q = p;
        break;
      }
    sum += *q;
    p[j + 1] = sum + j;
  }
  free(p);
  return sum;
}

int main(int argc, char **argv) {
  int n = size(argv, 1), w = size(argv, 2);
  long k = size(argv, 3), shift = size(argv, 4),
       all = (n + 10l) * (w + 1) * 3 + 1000;
  double *in = malloc(all * sizeof(double));
  unsigned char *m = malloc(all);
  int cells[32] = {0};
  for (long i = 0; i < all; i++)
    in[i] = i % 37, m[i] = i * i % 251 % 7;
  char *b = calloc(n + 8l, 1);
  printf("%a\n", bytes(b, n));
  printf("%a\n", around(cells, m, n));
  for (int i = 0; i < 32; i++)
    printf("%d ", cells[i]);
  right(n, w, k, in, m, in + shift);
  for (long i = 0; i < all; i++)
    in[i] *= 0.5;
  left(n, w, k, in, m, in + shift);
  for (long i = 0; i < all; i++)
    in[i] *= 0.25;
  far(n, -(1l << 50), in, m, in + 5);
  farther(n, -(1l << 58), in, m, in + 5);
  rows(n, w, (1l << 57) - 3 - n, in, m, in + 40);
  printf("\n%a", chain(m, n));
  double sum = 0;
  for (long i = 0; i < all; i++)
    sum = sum * 0.999 + in[i];
  printf("\n%a %a %a\n", sum, found(m, n, w), pointed(m, n, w));
  free(b);
  free(in);
  free(m);
}
