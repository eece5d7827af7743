// Sizes and input are members of objects that are not there for a size of zero,
// and whose input is not there for one of one: neither may be read then.
// contracted: 4
// sizes: 0 1 2 3 5 7 17 64 97 5000 10007
// fast: 5000
// RUN: %differential %s
#include "Inputs/program.h"
#include <cstdlib>
#include <vector>

struct Signal {
  long kind, length;
  const double *samples;
};

__attribute__((noinline)) static void smooth(const Signal *signal, long n,
                                             double *out) {
  std::vector<double> sums(n);
  for (long i = 1; i < n; i++)
    sums[i] = signal->samples[i] + signal->samples[i - 1];
  for (long i = 2; i < n; i++)
    out[i] = sums[i] * 0.25 + sums[i - 1] * 0.75;
}

__attribute__((noinline)) static void halve(const Signal *signal, long n,
                                            double *out) {
  std::vector<double> half(n);
  for (long i = 0; i < n; i++)
    half[i] = signal->samples[i] / 2;
  for (long i = 0; i < n; i++)
    out[i] += half[i] + 1;
}

__attribute__((noinline)) static void steps(const Signal &signal, double *out) {
  std::vector<double> half(signal.length), step(signal.length);
  for (long i = 0; i < signal.length; i++)
    half[i] = signal.samples ? signal.samples[i] / 2 : 0.5;
  for (long i = 1; i < signal.length; i++)
    step[i] = half[i] - half[i - 1];
  for (long i = 1; i < signal.length; i++)
    out[i] += step[i] * step[i];
}

// What is written is the length itself.
__attribute__((noinline)) static void shorten(const long *length, long *out) {
  std::vector<long> twice(*length);
  for (long i = 0; i < *length; i++)
    twice[i] = 2 * i + 1;
  for (long i = 0; i < *length; i++)
    out[i] = twice[i];
}

static double f(long n) {
  std::vector<double> samples(n), out(n);
  for (long i = 0; i < n; i++)
    samples[i] = i * 7 % 11 + i * 0.25;
  Signal signal = {3, n, n > 1 ? samples.data() : nullptr};
  smooth(n == 0 ? nullptr : &signal, n, out.data());
  halve(n == 0 ? nullptr : &signal, n > 1 ? n : 0, out.data());
  steps(signal, out.data());
  double sum = 0;
  for (double x : out)
    sum = sum * 0.5 + x;
  long lengths[] = {n < 5 ? n : 5, 10, 10, 10, 10};
  shorten(lengths, lengths);
  for (long x : lengths)
    sum = sum * 0.5 + x;
  return sum;
}

int main(int argc, char **argv) { show(f(size(argv, 1))); }
