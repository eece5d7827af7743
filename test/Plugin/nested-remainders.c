// Where two dimensions of an array have remainders by sizes that are not known,
// loops are split within split loops: that pays only where what is saved would
// not have fitted into a cache.

// RUN: env SMOLLY_OPTIONS=schedule=keep %c_and_plugin -O2 -g -Rpass=smolly -c %s \
// RUN:   -o %t.o 2>&1 | FileCheck %s --check-prefix=MAPPING
// RUN: %clang -O2 %s -o %t.plain
// RUN: env SMOLLY_OPTIONS=schedule=keep,count-runs %c_and_plugin -O2 %s -o %t
// RUN: %t.plain 12 > %t.expected
// RUN: %t 12 2>%t.runs | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=SMALL < %t.runs
// RUN: %t.plain 48 > %t.expected
// RUN: %t 48 2>%t.runs | cmp - %t.expected
// RUN: FileCheck %s --check-prefix=LARGE < %t.runs
// MAPPING: ) mod (n - 1), ({{.*}}) mod (m - 1), 
// SMALL: smolly: 0 runs of rewritten loops
// LARGE: smolly: 1 runs of rewritten loops

#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static void
heat(long n, long m, long l, long steps, const double (*restrict in)[m][l],
     double (*restrict out)[m][l]) {
  double (*u)[n][m][l] = malloc((steps + 1) * sizeof *u);
  for (long t = 0; t <= steps; t++)
    for (long i = 0; i < n; i++)
      for (long j = 0; j < m; j++)
        for (long k = 0; k < l; k++)
          u[t][i][j][k] = in[i][j][k];
  for (long t = 1; t <= steps; t++)
    for (long i = 1; i < n - 1; i++)
      for (long j = 1; j < m - 1; j++)
        for (long k = 1; k < l - 1; k++)
          u[t][i][j][k] =
              0.25 * u[t - 1][i][j][k] +
              0.125 * (u[t - 1][i - 1][j][k] + u[t - 1][i + 1][j][k] +
                       u[t - 1][i][j - 1][k] + u[t - 1][i][j + 1][k] +
                       u[t - 1][i][j][k - 1] + u[t - 1][i][j][k + 1]);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < m; j++)
      for (long k = 0; k < l; k++)
        out[i][j][k] = u[steps][i][j][k];
  free(u);
}

int main(int argc, char **argv) {
  (void)argc;
  long n = atol(argv[1]);
  double (*in)[n][n] = malloc(n * sizeof *in);
  double (*out)[n][n] = malloc(n * sizeof *out);
  for (long i = 0; i < n * n * n; i++)
    (**in)[i] = (double)(i * 7 % 31);
  heat(n, n, n, 8, in, out);
  for (long i = 0; i < n * n * n; i += 5)
    printf("%a\n", (**out)[i]);
  free(in);
  free(out);
  return 0;
}
