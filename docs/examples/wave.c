// A wave on a square membrane that is held at its border.
//
//   wave [CELLS [STEPS]]
//
// Keeps the whole history, u[t][i][j], as one writes it down from the equation.
// At the end only the last moment is looked at.

#include <stdio.h>
#include <stdlib.h>

static double simulate(long n, long steps) {
  double(*u)[n + 2][n + 2] = malloc((steps + 1) * sizeof(*u));
  if (u == NULL) {
    fprintf(stderr, "out of memory\n");
    exit(EXIT_FAILURE);
  }

  // The border stays where it is at all times.
  for (long t = 0; t <= steps; t++) {
    for (long i = 0; i <= n + 1; i++) {
      u[t][i][0] = 0.0;
      u[t][i][n + 1] = 0.0;
    }
    for (long j = 0; j <= n + 1; j++) {
      u[t][0][j] = 0.0;
      u[t][n + 1][j] = 0.0;
    }
  }

  // It starts bent and at rest: the first two moments are the same.
  for (long i = 1; i <= n; i++) {
    for (long j = 1; j <= n; j++) {
      double x = (double)i / (n + 1), y = (double)j / (n + 1);
      double height = x * (1.0 - x) * y * (1.0 - y) * (1.0 + x);
      u[0][i][j] = height;
      u[1][i][j] = height;
    }
  }

  for (long t = 2; t <= steps; t++)
    for (long i = 1; i <= n; i++)
      for (long j = 1; j <= n; j++)
        u[t][i][j] = 2.0 * u[t - 1][i][j] - u[t - 2][i][j] +
                     0.2 * (u[t - 1][i - 1][j] + u[t - 1][i + 1][j] +
                            u[t - 1][i][j - 1] + u[t - 1][i][j + 1] -
                            4.0 * u[t - 1][i][j]);

  double volume = 0.0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      volume += u[steps][i][j];
  free(u);
  return volume;
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 500;
  long steps = argc > 2 ? atol(argv[2]) : 400;
  if (n < 0 || steps < 1) {
    fprintf(stderr, "usage: %s [CELLS [STEPS]], at least one step\n", argv[0]);
    return 2;
  }
  double volume = simulate(n, steps);
  printf("volume under %ld x %ld cells after %ld steps: %.17g\n", n, n, steps,
         volume);
  return 0;
}
