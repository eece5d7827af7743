// Jacobi smoothing of a square image, 8 times, each time into an array of its
// own. The border stays as it is.
// contracted: 9
// sizes: 2 3 5 7 13 64
// fast: 13

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 2000;
  if (n < 2) {
    fprintf(stderr, "usage: %s [N]\n", argv[0]);
    return 2;
  }
  double (*s0)[n] = malloc(n * sizeof(*s0));
  double (*s1)[n] = malloc(n * sizeof(*s1));
  double (*s2)[n] = malloc(n * sizeof(*s2));
  double (*s3)[n] = malloc(n * sizeof(*s3));
  double (*s4)[n] = malloc(n * sizeof(*s4));
  double (*s5)[n] = malloc(n * sizeof(*s5));
  double (*s6)[n] = malloc(n * sizeof(*s6));
  double (*s7)[n] = malloc(n * sizeof(*s7));
  double (*s8)[n] = malloc(n * sizeof(*s8));
  if (!s0 || !s1 || !s2 || !s3 || !s4 || !s5 || !s6 || !s7 || !s8) {
    fprintf(stderr, "out of memory\n");
    return 1;
  }

  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      s0[i][j] = (double)((i * 7 + j * 3) % 11);
      s1[i][j] = s0[i][j];
      s2[i][j] = s0[i][j];
      s3[i][j] = s0[i][j];
      s4[i][j] = s0[i][j];
      s5[i][j] = s0[i][j];
      s6[i][j] = s0[i][j];
      s7[i][j] = s0[i][j];
      s8[i][j] = s0[i][j];
    }

  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      s1[i][j] = 0.2 * (s0[i][j] + s0[i - 1][j] + s0[i + 1][j] + s0[i][j - 1] +
                        s0[i][j + 1]);
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      s2[i][j] = 0.2 * (s1[i][j] + s1[i - 1][j] + s1[i + 1][j] + s1[i][j - 1] +
                        s1[i][j + 1]);
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      s3[i][j] = 0.2 * (s2[i][j] + s2[i - 1][j] + s2[i + 1][j] + s2[i][j - 1] +
                        s2[i][j + 1]);
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      s4[i][j] = 0.2 * (s3[i][j] + s3[i - 1][j] + s3[i + 1][j] + s3[i][j - 1] +
                        s3[i][j + 1]);
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      s5[i][j] = 0.2 * (s4[i][j] + s4[i - 1][j] + s4[i + 1][j] + s4[i][j - 1] +
                        s4[i][j + 1]);
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      s6[i][j] = 0.2 * (s5[i][j] + s5[i - 1][j] + s5[i + 1][j] + s5[i][j - 1] +
                        s5[i][j + 1]);
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      s7[i][j] = 0.2 * (s6[i][j] + s6[i - 1][j] + s6[i + 1][j] + s6[i][j - 1] +
                        s6[i][j + 1]);
  for (long i = 1; i < n - 1; i++)
    for (long j = 1; j < n - 1; j++)
      s8[i][j] = 0.2 * (s7[i][j] + s7[i - 1][j] + s7[i + 1][j] + s7[i][j - 1] +
                        s7[i][j + 1]);

  double sum = 0.0;
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      sum += s8[i][j] * (1 + i % 3 + j % 2);
  printf("%.17g\n", sum);
  free(s0);
  free(s1);
  free(s2);
  free(s3);
  free(s4);
  free(s5);
  free(s6);
  free(s7);
  free(s8);
  return 0;
}
