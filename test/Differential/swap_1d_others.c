// Arrays that change places, and something else that is not the same in each
// step: a condition, an early end, a value that is handed on, the number of the
// step, an array that others know. Where that cannot be said of a SCoP, arrays
// stay as they are.
// contracted: 4
// sizes: 0,0 1,1 2,2 5,0 5,1 5,2 7,3 8,4 9,5 64,6 101,7 1000,8
// fast: 7
// RUN: %differential %s
#include "Inputs/program.h"

double *seen;

static void begin(long n, double *a, double *b) {
  for (long i = 0; i < n; i++) {
    a[i] = i * 7 % 11;
    b[i] = a[i];
  }
}

static void step(long n, const double *restrict from, double *restrict to) {
  for (long i = 1; i < n - 1; i++)
    to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
}

static void swap(double **a, double **b) {
  double *c = *a;
  *a = *b;
  *b = c;
}

static double weighted(long n, const double *a) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += a[i] * (i % 7);
  return sum;
}

#define BEGIN                                                                  \
  double *a = malloc(n * sizeof *a + 1), *b = malloc(n * sizeof *b + 1);       \
  begin(n, a, b)
#define END                                                                    \
  free(a);                                                                     \
  free(b)

// Every third step does not count.
static double sometimes(long n, int steps) {
  BEGIN;
  for (int t = 0; t < steps; t++) {
    step(n, a, b);
    if (t % 3 != 2)
      swap(&a, &b);
  }
  double sum = weighted(n, a);
  END;
  return sum;
}

static double until_it_rests(long n, int steps) {
  BEGIN;
  for (int t = 0; t < steps; t++) {
    step(n, a, b);
    swap(&a, &b);
    if (n > 3 && a[1] - b[1] < 0.01 && b[1] - a[1] < 0.01)
      break;
  }
  double sum = weighted(n, a);
  END;
  return sum;
}

__attribute__((noinline)) static void look(void) { seen[0] += 1; }

static double in_public(long n, int steps) {
  BEGIN;
  for (int t = 0; t < steps; t++) {
    step(n, a, b);
    swap(&a, &b);
    seen = a;
    if (n > 0)
      look();
  }
  double sum = weighted(n, a);
  END;
  return sum;
}

// What each step finds is handed on, and the last step's number is asked for.
static double with_history(long n, int steps) {
  BEGIN;
  double first = 0, factor = 0.5;
  int t;
  for (t = 1; t <= steps; t++) {
    for (long i = 1; i < n - 1; i++)
      b[i] = factor * a[i] + 0.125 * t * a[i - 1];
    first = first * 0.5 + (n > 2 ? b[1] : 0);
    factor *= 0.75;
    swap(&a, &b);
  }
  double sum = weighted(n, a) + first + factor + t;
  END;
  return sum;
}

// The last index is the first one's.
static double do_while(long n, int steps) {
  BEGIN;
  int t = 0;
  do {
    step(n, a, b);
    swap(&a, &b);
  } while (++t < steps);
  double sum = weighted(n, a);
  END;
  return sum;
}

// In each step both are read, and written, under names that do not alias: in
// the next one they are others'.
static double few_steps(long n) {
  BEGIN;
  for (int t = 0; t < 3; t++) {
    step(n < 4 ? n : 4, a, b);
    swap(&a, &b);
  }
  double *c = malloc(n * sizeof *c + 1);
  for (long i = 0; i < n; i++)
    c[i] = a[i] + 1;
  double sum = weighted(n, c) - weighted(n, b);
  free(c);
  END;
  return sum;
}

// A new array in each step.
static double anew(long n, int steps) {
  double *a = malloc(n * sizeof *a + 1);
  begin(n, a, a);
  for (int t = 0; t < steps; t++) {
    double *b = malloc(n * sizeof *b + 1);
    begin(n, b, b);
    step(n, a, b);
    free(a);
    a = b;
  }
  double sum = weighted(n, a);
  free(a);
  return sum;
}

// One is larger, so that it matters which one is freed first, and by whom.
static double different(long n, int steps) {
  double *a = malloc(n * sizeof *a + 1), *b = malloc(2 * n * sizeof *b + 1);
  begin(n, a, b);
  begin(n, b, b + n);
  for (int t = 0; t < steps; t++) {
    step(n, a, b);
    swap(&a, &b);
  }
  double sum = weighted(n, a);
  free(a);
  sum += weighted(n, b);
  free(b);
  return sum;
}

// Every row is made of the one before, in the same two buffers.
static double rows(long n, int steps, double *out) {
  BEGIN;
  for (int t = 0; t < steps; t++) {
    step(n, a, b);
    for (long i = 0; i < n; i++)
      out[i] += b[i];
    swap(&a, &b);
  }
  double sum = weighted(n, b);
  END;
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), steps = size(argv, 2);
  double *out = calloc(n + 1, sizeof *out);
  show(sometimes(n, steps));
  show(until_it_rests(n, steps));
  show(in_public(n, steps));
  show(with_history(n, steps));
  show(do_while(n, steps));
  show(few_steps(n));
  show(anew(n, steps));
  show(different(n, steps));
  show(rows(n, steps, out));
  show(weighted(n, out));
  free(out);
}
