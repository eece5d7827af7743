// The option shadow has the compiled program check its own values: it passes
// when the plan is right, and stops at the first wrong value when a test breaks
// the plan on purpose (break=..., lib/Plugin/Breaker.h).

// DEFINE: %{compile} = %clang -O2 -g -fpass-plugin=%smolly_plugin %s -o %t.exe
// DEFINE: %{stopped} = %python -c "import subprocess, sys; \
// DEFINE:   sys.exit(subprocess.call(sys.argv[1:]) != 86)" %t.exe

// RUN: env SMOLLY_OPTIONS=verify,always,shadow,count-runs %{compile}
// RUN: %t.exe 30 40 2>&1 | FileCheck %s --check-prefix=RIGHT
// RUN: %t.exe 0 0
// RUN: env SMOLLY_OPTIONS=verify,always,shadow,max-copies=1 %{compile}
// RUN: %t.exe 30 40
// RIGHT-DAG: {{^}}37045{{$}}
// RIGHT-DAG: smolly: 2 runs of rewritten loops

// RUN: env SMOLLY_OPTIONS=always,shadow,break=modulus %{compile}
// RUN: %{stopped} 30 40 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: env SMOLLY_OPTIONS=always,shadow,break=offset %{compile}
// RUN: %{stopped} 30 40 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: env SMOLLY_OPTIONS=always,shadow,break=cell %{compile}
// RUN: %{stopped} 30 40 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: env SMOLLY_OPTIONS=always,shadow,break=read %{compile}
// RUN: %{stopped} 30 40 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: smolly: read of 'a' in S{{[0-9]+}} ({{.*}}shadow.c:{{[0-9]+}}): finds value number {{[0-9]+}} in place of number {{[0-9]+$}}

// RUN: env SMOLLY_OPTIONS=break=much %not %{compile} 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: unknown option 'break=much'

#include <stdio.h>
#include <stdlib.h>

// Borders are other value sets than the interior, and one row is read from the
// row before.
static long history(long n, long steps) {
  long(*a)[n + 2] = malloc((steps + 1) * sizeof(*a));
  if (!a)
    return -1;
  for (long i = 0; i <= n + 1; i++)
    a[0][i] = i;
  for (long t = 1; t <= steps; t++) {
    a[t][0] = t;
    a[t][n + 1] = -t;
    for (long i = 1; i <= n; i++)
      a[t][i] = (a[t - 1][i - 1] + a[t - 1][i] + a[t - 1][i + 1]) % 1009;
  }
  long sum = 0;
  for (long i = 0; i <= n + 1; i++)
    sum += a[steps][i];
  free(a);
  return sum;
}

// Zeros that calloc made, values that nobody reads, and a copy.
static long zeros(long n, long steps) {
  long *b = calloc(n + 1, sizeof(long)), *c = malloc((n + 1) * sizeof(long));
  if (!b || !c)
    return -1;
  long sum = 0;
  for (long t = 0; t < steps; t++) {
    for (long i = 1; i < n; i++)
      c[i] = b[i - 1] + b[i + 1] + t;
    for (long i = 1; i < n; i++)
      b[i] = c[i] % 1009;
  }
  for (long i = 0; i <= n; i++)
    sum += b[i];
  free(b);
  free(c);
  return sum;
}

int main(int argc, char **argv) {
  long n = atol(argv[1]), steps = atol(argv[2]);
  printf("%ld\n", history(n, steps) + zeros(n, steps));
  return 0;
}
