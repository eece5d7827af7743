// What is read of copies and of constants is read where it comes from: buffers
// that hold nothing else go. What has been written since it was copied is not.

// RUN: env SMOLLY_OPTIONS=verify,schedule=keep %c_and_plugin -O2 -g -c %s \
// RUN:   -o /dev/null -Rpass=smolly -Rpass-missed=smolly 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not="'small' removed"
// RUN: env SMOLLY_OPTIONS=no-forward,schedule=keep %c_and_plugin -O2 -g -c %s \
// RUN:   -o /dev/null -Rpass=smolly 2>&1 | FileCheck %s --check-prefix=OFF \
// RUN:   --allow-empty
// RUN: env SMOLLY_OPTIONS=always %c_and_plugin -O2 -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --check-prefix=IR
#include <stdlib.h>

// OFF-NOT: is read from

// IR-LABEL: define {{.*}}@zero_border
// CHECK-DAG: forward.c:[[#@LINE+2]]:{{.*}}'padded' removed: what it holds is read from array 'in' and constants
void zero_border(const float *restrict in, float *restrict out, long n) {
  float *padded = malloc((n + 2) * sizeof(float));
  padded[0] = 0;
  for (long i = 0; i < n; i++)
    padded[i + 1] = in[i];
  padded[n + 1] = 0;
  for (long i = 0; i < n; i++)
    out[i] = padded[i] + padded[i + 1] + padded[i + 2];
  free(padded);
}

// A copy of a copy, and two constants.
// CHECK-DAG: forward.c:[[#@LINE+3]]:{{.*}}'first' removed: what it holds is read from array 'in' and constants
// CHECK-DAG: forward.c:[[#@LINE+3]]:{{.*}}'second' removed: what it holds is read from array 'in' and constants
void two_borders(const int *restrict in, int *restrict out, long n) {
  int *first = malloc((n + 1) * sizeof(int));
  int *second = malloc((n + 2) * sizeof(int));
  for (long i = 0; i < n; i++)
    first[i + 1] = in[i];
  first[0] = 7;
  for (long i = 0; i <= n; i++)
    second[i] = first[i];
  second[n + 1] = -1;
  for (long i = 0; i <= n; i++)
    out[i] = second[i] - second[i + 1];
  free(first);
  free(second);
}

// The rows of the origin are as long as the compiler says.
// CHECK-DAG: forward.c:[[#@LINE+2]]:{{.*}}'wide' removed: what it holds is read from array 'in' and constants
void fixed_rows(float in[restrict][100], float out[restrict][100], long n) {
  float(*wide)[102] = calloc(n, sizeof *wide);
  for (long y = 0; y < n; y++)
    for (long x = 0; x < 100; x++)
      wide[y][x + 1] = in[y][x];
  for (long y = 0; y < n; y++)
    for (long x = 0; x < 100; x++)
      out[y][x] = wide[y][x] + wide[y][x + 2];
  free(wide);
}

// The last half of what was copied changes before it is read.
// CHECK-NOT: 'old' removed
void overwritten(int *in, long n) {
  int *old = malloc(n * sizeof(int));
  for (long i = 0; i < n; i++)
    old[i] = in[i];
  for (long i = 1; i < n; i++)
    in[i] = old[i - 1] + in[i];
  free(old);
}

// A value of its own among the copies.
// CHECK-NOT: 'mixed' removed
void not_only_copies(const int *restrict in, int *restrict out, long n) {
  int *mixed = malloc(n * sizeof(int));
  for (long i = 0; i < n; i++)
    mixed[i] = in[i];
  mixed[n / 2] = in[0] * 3;
  for (long i = 0; i < n; i++)
    out[n - 1 - i] = mixed[i];
  free(mixed);
}

// What is read often stays unless it is larger than caches: it is known here
// that the array never is. With sizes that are not known, it may be.
// CHECK-DAG: forward.c:[[#@LINE+2]]:{{.*}}'unknown' removed: what it holds is read from constants
void read_often(float *restrict out, const float *restrict in, long n, long m) {
  double (*unknown)[n] = malloc(m * sizeof *unknown);
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      unknown[i][j] = 1;
  for (long k = 0; k < 100; k++)
    for (long i = 1; i < m; i++)
      for (long j = 1; j < n; j++)
        out[i * n + j] += unknown[i][j] * in[i * n + j];
  free(unknown);
}

void read_often_small(float *restrict out, const float *restrict in) {
  double (*small)[1000] = malloc(1000 * sizeof *small);
  for (long i = 0; i < 1000; i++)
    for (long j = 0; j < 1000; j++)
      small[i][j] = 1;
  for (long k = 0; k < 100; k++)
    for (long i = 1; i < 1000; i++)
      for (long j = 1; j < 1000; j++)
        out[i * 1000 + j] += small[i][j] * in[i * 1000 + j];
  free(small);
}
