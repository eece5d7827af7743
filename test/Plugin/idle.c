// Where a statement reads constants by which it stores what is there already, it is
// not executed: what is multiplied with zero and added, if the flags of its numbers
// allow to leave that out.

// RUN: env SMOLLY_OPTIONS=verify,schedule=keep %c_and_plugin -O2 -g -c %s \
// RUN:   -o /dev/null -Rpass=smolly 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='left out'
// RUN: env SMOLLY_OPTIONS=verify,schedule=keep %c_and_plugin -O2 -g -c %s \
// RUN:   -ffinite-math-only -fno-signed-zeros -o /dev/null -Rpass=smolly 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,FLAGS \
// RUN:   --implicit-check-not='left out'
// RUN: env SMOLLY_OPTIONS=verify,schedule=keep %c_and_plugin -O2 -g -c %s \
// RUN:   -ffinite-math-only -o /dev/null -Rpass=smolly 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not='left out'
// RUN: env SMOLLY_OPTIONS=no-idle,schedule=keep %c_and_plugin -O2 -g -c %s \
// RUN:   -o /dev/null -Rpass=smolly 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OFF --allow-empty
#include <stdlib.h>

// OFF-NOT: left out

// Integers have no flags.
void ways(long n, const int (*restrict in)[n], int (*restrict out)[n]) {
  int (*upper)[n] = calloc(n, sizeof *upper);
  for (long i = 0; i < n; i++)
    for (long j = i; j < n; j++)
      upper[i][j] = in[i][j];
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        // CHECK-DAG: idle.c:[[#@LINE+1]]:{{.*}}iterations left out: what they store is there already, for the constants that they read from array 'upper' where {{.*}}
        out[i][j] += upper[i][k] * in[k][j];
  free(upper);
}

// Floating-point numbers have. What fills the rest of the band is computed.
void band(long n, const double (*restrict in)[n], double (*restrict out)[n]) {
  double (*full)[n] = malloc(n * sizeof *full);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      full[i][j] = j >= i - 1 && j <= i + 1 ? in[i][j] * 3.0 : 0.0;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      for (long j = 0; j < n; j++)
        // FLAGS-DAG: idle.c:[[#@LINE+1]]:{{.*}}iterations left out: what they store is there already, for the constants that they read from array 'full'
        out[i][j] += full[i][k] * in[k][j];
  free(full);
}

// A sum in a register: the last iteration of each row passes it on.
void vector(long n, const float (*restrict in)[n], float *restrict out) {
  float (*lower)[n] = calloc(n, sizeof *lower);
  for (long i = 0; i < n; i++)
    for (long j = 0; j <= i; j++)
      lower[i][j] = in[i][j];
  for (long i = 0; i < n; i++) {
    float sum = 0;
    for (long k = 0; k < n; k++)
      // FLAGS-DAG: idle.c:[[#@LINE+1]]:{{.*}}iterations left out: {{.*}}array 'lower'
      sum += lower[i][k] * in[k][0];
    out[i] = sum;
  }
  free(lower);
}

// One is one, with or without flags.
void product(long n, const double (*restrict in)[n], double *restrict out) {
  double (*factors)[n] = malloc(n * sizeof *factors);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      factors[i][j] = j < i ? in[i][j] : 1;
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++)
      // CHECK-DAG: idle.c:[[#@LINE+1]]:{{.*}}iterations left out: {{.*}}array 'factors'
      out[i] *= factors[i][k];
  free(factors);
}

// Two operands have to be known.
void differences(long n, const int (*restrict in)[n], int *restrict out) {
  int (*a)[n] = calloc(n, sizeof *a), (*b)[n] = calloc(n, sizeof *b);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < i; j++) {
      a[i][j] = in[i][j] + 1;
      b[i][j] = in[j][i] - 1;
    }
  for (long k = 0; k < n; k++)
    for (long i = 0; i < n; i++)
      // CHECK-DAG: idle.c:[[#@LINE+1]]:{{.*}}iterations left out: {{.*}}array 'a' and array 'b'
      out[i] ^= a[i][k] - b[i][k];
  free(a);
  free(b);
}

// Each of the sums is stored.
void prefixes(long n, const int (*restrict in)[n], int (*restrict out)[n]) {
  int (*lower)[n] = calloc(n, sizeof *lower);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < i; j++)
      lower[i][j] = in[i][j];
  for (long i = 0; i < n; i++) {
    int sum = 0;
    for (long k = 0; k < n; k++)
      out[i][k] = sum += lower[i][k];
  }
  free(lower);
}

// It may be there already, or not.
void stored(long n, const int (*restrict in)[n], int (*restrict out)[n]) {
  int (*lower)[n] = calloc(n, sizeof *lower);
  for (long i = 0; i < n; i++)
    for (long j = 0; j < i; j++)
      lower[i][j] = in[i][j];
  for (long i = 0; i < n; i++)
    for (long k = 0; k < n; k++)
      out[k][i] = out[i][k] + lower[i][k];
  free(lower);
}
