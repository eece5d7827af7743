// Heat in a block of N x N x N cells, two half steps at a time: from one
// array to another and back.
// The border follows the cells beside it.
// contracted: 2
// sizes: 2,1 3,2 7,9 13,7 20,11

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 200;
  long steps = argc > 2 ? atol(argv[2]) : 12;
  if (n < 2) {
    fprintf(stderr, "usage: %s [N [STEPS]]\n", argv[0]);
    return 2;
  }
  double (*now)[n][n] = malloc(n * sizeof(*now));
  double (*next)[n][n] = malloc(n * sizeof(*next));
  if (now == NULL || next == NULL) {
    fprintf(stderr, "out of memory\n");
    free(now);
    free(next);
    return 1;
  }

  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        now[i][j][k] = (double)((i * 7 + j * 3 + k * 5) % 11);
        next[i][j][k] = now[i][j][k];
      }

  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        for (long k = 1; k < n - 1; k++)
          next[i][j][k] =
              0.4 * now[i][j][k] +
              0.1 * (now[i - 1][j][k] + now[i + 1][j][k] + now[i][j - 1][k] +
                     now[i][j + 1][k] + now[i][j][k - 1] + now[i][j][k + 1]);
    // No heat passes the border: it is as warm as what lies beside it.
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++) {
        next[i][j][0] = next[i][j][1];
        next[i][j][n - 1] = next[i][j][n - 2];
      }
    for (long i = 1; i < n - 1; i++)
      for (long k = 0; k < n; k++) {
        next[i][0][k] = next[i][1][k];
        next[i][n - 1][k] = next[i][n - 2][k];
      }
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        next[0][j][k] = next[1][j][k];
        next[n - 1][j][k] = next[n - 2][j][k];
      }
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++)
        for (long k = 1; k < n - 1; k++)
          now[i][j][k] =
              0.4 * next[i][j][k] +
              0.1 * (next[i - 1][j][k] + next[i + 1][j][k] + next[i][j - 1][k] +
                     next[i][j + 1][k] + next[i][j][k - 1] + next[i][j][k + 1]);
    // No heat passes the border: it is as warm as what lies beside it.
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < n - 1; j++) {
        now[i][j][0] = now[i][j][1];
        now[i][j][n - 1] = now[i][j][n - 2];
      }
    for (long i = 1; i < n - 1; i++)
      for (long k = 0; k < n; k++) {
        now[i][0][k] = now[i][1][k];
        now[i][n - 1][k] = now[i][n - 2][k];
      }
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++) {
        now[0][j][k] = now[1][j][k];
        now[n - 1][j][k] = now[n - 2][j][k];
      }
  }

  double sum = 0.0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < n; k++)
        sum += now[i][j][k] * (1 + i % 3 + j % 2 + k % 5);
  printf("%.17g\n", sum);
  free(now);
  free(next);
  return 0;
}
