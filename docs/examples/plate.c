// Heat spreads in a square plate whose edge is kept as warm as it is.
//
//   plate [CELLS [STEPS]]
//
// Each step reads the temperatures of the moment and writes the next ones to a
// second array, which is then copied back. With the edge, that is what takes
// least thought. One array and one more row would do: the new value of a cell
// can be stored where a value was that nobody needs any more.

#include <stdio.h>
#include <stdlib.h>

static double simulate(long n, long steps) {
  double(*now)[n + 2] = malloc((n + 2) * sizeof(*now));
  double(*next)[n + 2] = malloc((n + 2) * sizeof(*next));
  if (now == NULL || next == NULL) {
    fprintf(stderr, "out of memory\n");
    exit(EXIT_FAILURE);
  }

  for (long i = 0; i <= n + 1; i++)
    for (long j = 0; j <= n + 1; j++)
      now[i][j] = (double)((7 * i + 3 * j) % 11);

  for (long t = 0; t < steps; t++) {
    for (long i = 1; i <= n; i++)
      for (long j = 1; j <= n; j++)
        next[i][j] = 0.6 * now[i][j] +
                     0.1 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] +
                            now[i][j + 1]);
    for (long i = 1; i <= n; i++)
      for (long j = 1; j <= n; j++)
        now[i][j] = next[i][j];
  }

  double heat = 0.0;
  for (long i = 1; i <= n; i++)
    for (long j = 1; j <= n; j++)
      heat += now[i][j];
  free(now);
  free(next);
  return heat;
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 3000;
  long steps = argc > 2 ? atol(argv[2]) : 20;
  if (n < 0) {
    fprintf(stderr, "usage: %s [CELLS [STEPS]]\n", argv[0]);
    return 2;
  }
  double heat = simulate(n, steps);
  printf("heat in %ld x %ld cells after %ld steps: %.17g\n", n, n, steps, heat);
  return 0;
}
