// Heat in a plate of N x N cells, two half steps at a time: from one
// array to another and back.
// The border follows the cells beside it.
// contracted: 2
// sizes: 2,1 3,2 7,9 13,7 41,8

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 2500;
  long steps = argc > 2 ? atol(argv[2]) : 20;
  if (n < 2) {
    fprintf(stderr, "usage: %s [N [STEPS]]\n", argv[0]);
    return 2;
  }
  double (*now)[n] = malloc(n * sizeof(*now));
  double (*next)[n] = malloc(n * sizeof(*next));
  if (now == NULL || next == NULL) {
    fprintf(stderr, "out of memory\n");
    free(now);
    free(next);
    return 1;
  }

  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      now[i][j] = (double)((i * 7 + j * 3) % 11);
      next[i][j] = now[i][j];
    }

  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        next[i][j] = 0.2 * now[i][j] + 0.2 * (now[i - 1][j] + now[i + 1][j] +
                                              now[i][j - 1] + now[i][j + 1]);
    // No heat passes the border: it is as warm as what lies beside it.
    for (long i = 1; i < n - 1; i++) {
      next[i][0] = next[i][1];
      next[i][n - 1] = next[i][n - 2];
    }
    for (long j = 0; j < n; j++) {
      next[0][j] = next[1][j];
      next[n - 1][j] = next[n - 2][j];
    }
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        now[i][j] = 0.2 * next[i][j] + 0.2 * (next[i - 1][j] + next[i + 1][j] +
                                              next[i][j - 1] + next[i][j + 1]);
    // No heat passes the border: it is as warm as what lies beside it.
    for (long i = 1; i < n - 1; i++) {
      now[i][0] = now[i][1];
      now[i][n - 1] = now[i][n - 2];
    }
    for (long j = 0; j < n; j++) {
      now[0][j] = now[1][j];
      now[n - 1][j] = now[n - 2][j];
    }
  }

  double sum = 0.0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum += now[i][j] * (1 + i % 3 + j % 2);
  printf("%.17g\n", sum);
  free(now);
  free(next);
  return 0;
}
