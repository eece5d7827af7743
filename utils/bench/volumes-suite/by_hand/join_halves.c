// ../join_halves.c without the joined array: a loop for what lies within each half.
// sizes: 0,1 1,1 2,1 3,1 7,2 64,1 101,1

#include "../../suite/series.h"

static double joined(long n, const double *in, long i) {
  long back = n - n / 2;
  return i < 0 || i >= n ? 0 : i < back ? in[n / 2 + i] : in[i - back];
}

static void at_border(long n, const double *in, double *out, long i) {
  out[i] = 0.1 * joined(n, in, i - 2) + 0.2 * joined(n, in, i - 1) +
           0.4 * joined(n, in, i) + 0.2 * joined(n, in, i + 1) +
           0.1 * joined(n, in, i + 2);
}

static void within(const double *in, double *out, long from, long to) {
  for (long i = from; i < to; i++)
    out[i] = 0.1 * in[i - 2] + 0.2 * in[i - 1] + 0.4 * in[i] + 0.2 * in[i + 1] +
             0.1 * in[i + 2];
}

static void kernel(long n, const double *in, double *out) {
  long back = n - n / 2;
  if (n < 8) {
    for (long i = 0; i < n; i++)
      at_border(n, in, out, i);
    return;
  }
  for (long i = 0; i < 2; i++) {
    at_border(n, in, out, i);
    at_border(n, in, out, n - 1 - i);
  }
  for (long i = back - 2; i < back + 2; i++)
    at_border(n, in, out, i);
  within(in + n / 2, out, 2, back - 2);
  within(in - back, out, back + 2, n - 2);
}
