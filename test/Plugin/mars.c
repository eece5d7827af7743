// What is said of blocks for values between tiles, and of why there are none.

// RUN: env SMOLLY_OPTIONS='schedule=tile;mars;always;verify' %c_and_plugin -O2 \
// RUN:   -g -c %s -o %t.o -Rpass=smolly -Rpass-missed=smolly 2>&1 \
// RUN:   | FileCheck %s
// RUN: env SMOLLY_OPTIONS='mars;verify' %c_and_plugin -O2 -g -c %s -o %t.o \
// RUN:   -Rpass=smolly -Rpass-missed=smolly 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNTILED
// RUN: %c_and_plugin -O2 -S -emit-llvm %s -o %t.ll
// RUN: %opt_and_plugin -passes='smolly<schedule=tile;mars>' \
// RUN:   -print-pipeline-passes -disable-output %t.ll \
// RUN:   | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: smolly<{{.*}}schedule=tile;mars>

// UNTILED: no blocks for values between tiles: the option mars needs schedule=tile
// UNTILED-NOT: blocks of

#include <stdlib.h>

// Tiles of 2 x 8; the second loop is skewed. In a block: the last two values of
// the first row, for the next tile, six values of the second row, for the tile
// above, and the last two of that row, for both.
// CHECK: [[#@LINE+3]]:{{.*}} array 'u' contracted from {{.*}}; mapping: {{.*}}u_blocks[({{.*}}) mod ({{.*}}),
// CHECK: [[#@LINE+2]]:{{.*}} array 'u': values between tiles are in blocks of 10 cells in 3 MARS; 128 blocks, 6 cells for values in a tile and 1000 for all others take 18 KiB in place of 7.6 MiB, with 1000 for each size that is not known
double rod(long n, long steps, const double *restrict in) {
  double (*u)[n + 2] = calloc(steps + 1, sizeof *u);
  for (long i = 1; i <= n; i++)
    u[0][i] = in[i];
  for (long t = 1; t <= steps; t++)
    for (long i = 1; i <= n; i++)
      u[t][i] = 0.25 * (u[t - 1][i - 1] + u[t - 1][i + 1]) + 0.5 * u[t - 1][i];
  double sum = 0;
  for (long i = 1; i <= n; i++)
    sum += u[steps][i];
  free(u);
  return sum;
}

// In one array: blocks for a row of tiles take more than that.
// CHECK: [[#@LINE+2]]:{{.*}} array 'p': values between tiles are not in blocks: blocks of 9 cells would take {{[0-9]+}} bytes in place of 80{{[0-9]+}}
double place(long n, long steps, const double *restrict in) {
  double *p = calloc(n + 2, sizeof *p);
  for (long i = 1; i <= n; i++)
    p[i] = in[i];
  for (long t = 0; t < steps; t++)
    for (long i = 1; i <= n; i++)
      p[i] = 0.25 * (p[i - 1] + p[i + 1]) + 0.5 * p[i];
  double sum = 0;
  for (long i = 1; i <= n; i++)
    sum += p[i];
  free(p);
  return sum;
}

// The distance to what is read grows with j.
// CHECK: [[#@LINE+2]]:{{.*}} array 't': values between tiles are not in blocks: none of them is known to be used at the same distance everywhere
double halves(long n, long m, const double *restrict in) {
  double (*t)[m] = malloc((n + 1) * sizeof *t);
  for (long j = 0; j < m; j++)
    t[0][j] = in[j];
  for (long i = 1; i <= n; i++)
    for (long j = 0; j < m; j++)
      t[i][j] = 2 * t[i - 1][j / 2] + in[j];
  double sum = 0;
  for (long j = 0; j < m; j++)
    sum += t[n][j];
  free(t);
  return sum;
}
