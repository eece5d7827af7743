// Copies that change more than the place: from whole numbers to fractions and
// back, of parts of what is there, through several arrays, on the stack, with
// subscripts that others read backwards; and copies that are stored again.
// sizes: 0 1 2 3 5 7 13 45
// idle: main main
// RUN: %differential --any-number %s
#include "Inputs/volumes.h"

double converted(long n, const double *restrict in) {
  float *narrow = malloc((n + 2) * sizeof *narrow);
  signed char *bytes = malloc(n + 2);
  unsigned char *others = malloc(n + 2);
  for (long i = 0; i < n; i++)
    narrow[i + 1] = (float)in[i] / 3;
  narrow[0] = narrow[n + 1] = 0.1f;
  for (long i = 0; i < n + 2; i++)
    bytes[i] = (signed char)(narrow[i] * 8);
  for (long i = 0; i < n + 2; i++)
    others[i] = (unsigned char)bytes[i];
  double sum = 0;
  for (long i = 0; i < n + 2; i++)
    sum = 0.5 * sum + narrow[i] + bytes[i] - others[i];
  free(narrow);
  free(bytes);
  free(others);
  return sum;
}

void on_the_stack(long n, const double *restrict in, double *restrict out) {
  double padded[n + 4], inner[100];
  padded[0] = padded[1] = padded[n + 2] = padded[n + 3] = 2;
  for (long i = 0; i < n; i++)
    padded[i + 2] = in[i];
  for (long i = 0; i < 100; i++)
    inner[i] = i < n ? padded[i + 2] : -1;
  for (long i = 0; i < n; i++)
    out[i] = padded[i] + padded[i + 4] - inner[99 - i];
}

void stored_again(long n, const double *restrict in, double *restrict out,
                  double *restrict kept) {
  double *copy = malloc((n + 1) * sizeof *copy);
  for (long i = 0; i < n; i++)
    copy[i] = in[i];
  for (long i = 0; i < n; i++)
    kept[i] = copy[i];
  copy[n] = 0;
  for (long i = 0; i < n; i++)
    copy[i] = copy[i + 1];
  for (long i = 0; i < n; i++)
    out[i] = copy[i] - kept[n - 1 - i];
  free(copy);
}

double parts_of_numbers(long n, const double *restrict in) {
  double *whole = malloc((n + 1) * sizeof *whole);
  for (long i = 0; i < n; i++)
    whole[i] = in[i];
  long sum = 0;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < 8; k++)
      sum = 3 * sum % 1000003 + ((const unsigned char *)&whole[i])[k];
  free(whole);
  return (double)sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double *in = numbers(n), *out = numbers(n), *kept = numbers(n);
  show(converted(n, in));
  on_the_stack(n, in, out);
  show_all(out, n);
  stored_again(n, in, out, kept);
  show_all(out, n);
  show_all(kept, n);
  show(parts_of_numbers(n, in));
  free(in), free(out), free(kept);
}
