// Blur along rows, then along columns, one stage after the other.

#include <stdio.h>
#include <stdlib.h>

static void blur(long h, long w, const float (*restrict in)[w],
                 float (*restrict out)[w]) {
  float (*rows)[w] = malloc(h * sizeof *rows);
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++)
      rows[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1]) / 3;
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      out[i][j] = (rows[i - 1][j] + rows[i][j] + rows[i + 1][j]) / 3;
  free(rows);
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 6000;
  float (*in)[n] = malloc(n * sizeof *in);
  float (*out)[n] = calloc(n, sizeof *out);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      in[i][j] = (i * 7 + j * 3) % 13;
  for (int image = 0; image < 4; image++)
    blur(n, n, in, out);
  double sum = 0;
  for (long i = 0; i < n; i += 7)
    for (long j = 0; j < n; j++)
      sum = sum * 0.9 + out[i][j];
  free(in);
  free(out);
  printf("%.17g\n", sum);
  return 0;
}
