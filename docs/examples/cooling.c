// A hot plate cools down; its edge is kept cold.
//
//   cooling [CELLS [STEPS]]
//
// Each step reads the temperatures of the moment from one array and writes the
// next ones to another, and then the two change places, as is done in most
// programs of this kind. One array and a row of the other would do.

#include <stdio.h>
#include <stdlib.h>

static double *make_plate(long n) {
  double *plate = malloc((n + 2) * (n + 2) * sizeof(*plate));
  if (plate == NULL) {
    fprintf(stderr, "out of memory\n");
    exit(EXIT_FAILURE);
  }
  return plate;
}

static void heat_up(double *plate, long n) {
  for (long i = 0; i < n + 2; i++)
    for (long j = 0; j < n + 2; j++)
      plate[i * (n + 2) + j] =
          i > 0 && i <= n && j > 0 && j <= n ? 100.0 + (7 * i + 3 * j) % 11 : 0;
}

static void step(const double *now, double *next, long n) {
  long w = n + 2;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      next[i * w + j] = 0.6 * now[i * w + j] +
                        0.1 * (now[(i - 1) * w + j] + now[(i + 1) * w + j] +
                               now[i * w + j - 1] + now[i * w + j + 1]);
}

static double simulate(long n, int steps) {
  double *now = make_plate(n), *next = make_plate(n);
  heat_up(now, n);
  heat_up(next, n);
  for (int t = 0; t < steps; t++) {
    step(now, next, n);
    double *old = now;
    now = next;
    next = old;
  }
  double heat = 0.0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      heat += now[i * (n + 2) + j];
  free(now);
  free(next);
  return heat;
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 3000;
  int steps = argc > 2 ? atoi(argv[2]) : 20;
  if (n < 0) {
    fprintf(stderr, "usage: %s [CELLS [STEPS]]\n", argv[0]);
    return 2;
  }
  printf("heat in %ld x %ld cells after %d steps: %.17g\n", n, n, steps,
         simulate(n, steps));
  return 0;
}
