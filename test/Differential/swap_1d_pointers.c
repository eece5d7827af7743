// Two arrays change places after each step: in the loop, by a function that is
// handed both, through an index, in several loops one after the other. Then
// somebody asks for both of them, or only for what was not written last.
// contracted: 6
// sizes: 0,0 1,1 2,1 5,0 5,1 5,2 7,3 8,4 64,5 101,6 101,7 1000,12 1000,13
// fast: 7
// RUN: %differential %s
#include "Inputs/program.h"

static void begin(long n, double *a, double *b) {
  for (long i = 0; i < n; i++) {
    a[i] = i * 7 % 11;
    b[i] = a[i];
  }
}

static void step(long n, const double *from, double *to) {
  for (long i = 1; i < n - 1; i++)
    to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
}

static void swap(double **a, double **b) {
  double *c = *a;
  *a = *b;
  *b = c;
}

static double inline_swap(long n, int steps) {
  double *a = malloc(n * sizeof *a + 1), *b = malloc(n * sizeof *b + 1);
  begin(n, a, b);
  for (int t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
    double *c = a;
    a = b;
    b = c;
  }
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += a[i] * (i % 7);
  free(a);
  free(b);
  return sum;
}

static double by_function(long n, unsigned steps) {
  double *a = malloc(n * sizeof *a + 1), *b = malloc(n * sizeof *b + 1);
  begin(n, a, b);
  for (unsigned t = 0; t < steps; t++) {
    step(n, a, b);
    swap(&a, &b);
  }
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += a[i] * (i % 7);
  free(b);
  free(a);
  return sum;
}

// The index says which one is current; it counts down.
static double by_index(long n, long steps) {
  double *u[2] = {malloc(n * sizeof(double) + 1),
                  malloc(n * sizeof(double) + 1)};
  begin(n, u[0], u[1]);
  int now = 0;
  for (long t = steps; t > 0; t--) {
    step(n, u[now], u[1 - now]);
    now = 1 - now;
  }
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += u[now][i] * (i % 7);
  free(u[0]);
  free(u[1]);
  return sum;
}

// How much the last step has changed.
static double residual(long n, int steps) {
  double *a = malloc(n * sizeof *a + 1), *b = malloc(n * sizeof *b + 1);
  begin(n, a, b);
  for (int t = 0; t < steps; t++) {
    step(n, a, b);
    swap(&a, &b);
  }
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  free(a);
  free(b);
  return sum;
}

// Two loops in which they change places, with something else in between.
static double in_two_loops(long n, int steps) {
  double *a = malloc(n * sizeof *a + 1), *b = malloc(n * sizeof *b + 1);
  begin(n, a, b);
  for (int t = 0; t < steps; t++) {
    step(n, a, b);
    swap(&a, &b);
  }
  for (long i = 0; i < n; i++)
    a[i] *= 2;
  for (int t = 0; t < steps / 3 + 1; t++) {
    step(n, a, b);
    swap(&a, &b);
  }
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += a[i] * (i % 7);
  free(a);
  free(b);
  return sum;
}

// Time is known, and says which array is which.
static double by_time(long n) {
  enum { Steps = 9 };
  double *u = malloc(2 * n * sizeof *u + 1);
  double *v[2] = {u, u + n};
  begin(n, v[0], v[1]);
  for (int t = 0; t < Steps; t++)
    step(n, v[t % 2], v[(t + 1) % 2]);
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += v[Steps % 2][i] * (i % 7);
  free(u);
  return sum;
}

int main(int argc, char **argv) {
  long n = size(argv, 1), steps = size(argv, 2);
  show(inline_swap(n, steps));
  show(by_function(n, steps));
  show(by_index(n, steps));
  show(residual(n, steps));
  show(in_two_loops(n, steps));
  show(by_time(n));
}
