// Jacobi smoothing of a square image, 2 times, each time into an array of its
// own. The border stays as it is.
// contracted: 3
// sizes: 2 3 5 7 13 64

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 4000;
  if (n < 2) {
    fprintf(stderr, "usage: %s [N]\n", argv[0]);
    return 2;
  }
  double (*s0)[n] = malloc(n * sizeof(*s0));
  double (*s1)[n] = malloc(n * sizeof(*s1));
  double (*s2)[n] = malloc(n * sizeof(*s2));
  if (!s0 || !s1 || !s2) {
    fprintf(stderr, "out of memory\n");
    return 1;
  }

  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      s0[i][j] = (double)((i * 7 + j * 3) % 11);
      s1[i][j] = s0[i][j];
      s2[i][j] = s0[i][j];
    }

  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      s1[i][j] = 0.2 * (s0[i][j] + s0[i - 1][j] + s0[i + 1][j] + s0[i][j - 1] +
                        s0[i][j + 1]);
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      s2[i][j] = 0.2 * (s1[i][j] + s1[i - 1][j] + s1[i + 1][j] + s1[i][j - 1] +
                        s1[i][j + 1]);

  double sum = 0.0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum += s2[i][j] * (1 + i % 3 + j % 2);
  printf("%.17g\n", sum);
  free(s0);
  free(s1);
  free(s2);
  return 0;
}
