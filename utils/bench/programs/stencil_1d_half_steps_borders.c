// Heat in a rod of N cells, two half steps at a time: from one
// array to another and back.
// The border follows the cells beside it.
// contracted: 2
// sizes: 2,1 3,2 7,9 13,7 41,8

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 8000000;
  long steps = argc > 2 ? atol(argv[2]) : 20;
  if (n < 2) {
    fprintf(stderr, "usage: %s [N [STEPS]]\n", argv[0]);
    return 2;
  }
  double *now = malloc(n * sizeof(*now));
  double *next = malloc(n * sizeof(*next));
  if (now == NULL || next == NULL) {
    fprintf(stderr, "out of memory\n");
    free(now);
    free(next);
    return 1;
  }

  for (long i = 0; i < n; i++) {
    now[i] = (double)(i * 7 % 11);
    next[i] = now[i];
  }

  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      next[i] = 0.5 * now[i] + 0.25 * (now[i - 1] + now[i + 1]);
    // No heat passes the border: it is as warm as what lies beside it.
    next[0] = next[1];
    next[n - 1] = next[n - 2];
    for (long i = 1; i < n - 1; i++)
      now[i] = 0.5 * next[i] + 0.25 * (next[i - 1] + next[i + 1]);
    // No heat passes the border: it is as warm as what lies beside it.
    now[0] = now[1];
    now[n - 1] = now[n - 2];
  }

  double sum = 0.0;
  for (long i = 0; i < n; i++)
    sum += now[i] * (1 + i % 3);
  printf("%.17g\n", sum);
  free(now);
  free(next);
  return 0;
}
