// Nothing here may be removed: what looks unused is seen by somebody else.
// removed: 0
// sizes: 1 2 3 7 45
// RUN: %differential %s
#include "Inputs/program.h"
#include <setjmp.h>

static double seen[64];
static jmp_buf back;
static double *elsewhere;

__attribute__((noinline)) static double look(const double *a, long i) {
  return a[i];
}

// Through another pointer to the same array.
static double other_pointer(long n) {
  double *a = malloc((n + 1) * sizeof *a);
  double *b = a + (n > 3 ? 1 : 0);
  for (long i = 0; i <= n; i++)
    a[i] = i * 0.5;
  double sum = 0;
  for (long i = 0; i < n; i += 2)
    sum += b[i];
  free(a);
  return sum;
}

// By a callee that reads one element.
static double callee(long n) {
  double *a = malloc((n + 1) * sizeof *a);
  for (long i = 0; i <= n; i++)
    a[i] = i * 0.25;
  double sum = look(a, n / 2);
  free(a);
  return sum;
}

// After a jump back into the function.
static double jump(long n) {
  double *volatile a = malloc((n + 1) * sizeof *a);
  elsewhere = a;
  if (setjmp(back)) {
    double last = elsewhere[n];
    free(elsewhere);
    return last;
  }
  for (long i = 0; i <= n; i++)
    a[i] = i * 2.0;
  longjmp(back, 1);
}

// In another order, in a later loop, after a call.
static double later(long n) {
  double *a = malloc((n + 1) * sizeof *a);
  for (long i = 0; i <= n; i++)
    a[i] = i * 3.0;
  seen[n % 64] += look(seen, 3);
  double sum = 0;
  for (long i = n; i >= 0; i--)
    sum = sum * 0.5 + a[i];
  free(a);
  return sum;
}

// A part of it in a later loop, the rest when the loops run again.
static double again(long n) {
  double *a = malloc((n + 1) * sizeof *a);
  double sum = 0;
  for (long i = 0; i <= n; i++)
    a[i] = 0;
  for (long t = 0; t < 3; t++) {
    for (long i = 0; i <= n; i++)
      a[i] += i * (t + 1.0);
    seen[n % 64] += look(seen, 3);
    for (long i = 0; i < n / 2; i++)
      sum += a[i];
  }
  sum += a[n];
  free(a);
  return sum;
}

// As many elements as their values say.
static double search(long n) {
  double *a = malloc((n + 1) * sizeof *a);
  for (long i = 0; i <= n; i++)
    a[i] = i < n ? i : -1;
  seen[n % 64] += look(seen, 3);
  double sum = 0;
  for (long i = 0; a[i] >= 0; i++)
    sum += a[i];
  free(a);
  return sum;
}

// The bound of the later loop has changed since.
static double grown(long n) {
  double sum = 0;
  long few = 1;
  for (long t = 0; t < 4; t++) {
    double *a = malloc((n + 1) * sizeof *a);
    for (long i = 0; i <= n; i++)
      a[i] = i + few;
    seen[n % 64] += look(seen, 3);
    few = few < n ? few * 2 : n;
    for (long i = 0; i <= (few < n ? few : n); i++)
      sum += a[i];
    free(a);
  }
  return sum;
}

// Kept for the next call.
static double kept(long n, long round) {
  static double memory[64];
  double sum = 0;
  for (long i = 0; i < n && i < 64; i++)
    sum += memory[i];
  for (long i = 0; i < n && i < 64; i++)
    memory[i] = i + round;
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1);
  double sum = other_pointer(n) + 2 * callee(n) + 3 * jump(n) + 5 * later(n) +
               7 * again(n) + 11 * search(n) + 13 * grown(n);
  for (long round = 0; round < 3; round++)
    sum = sum * 0.5 + kept(n, round);
  show(sum);
}
