// Functions in which nothing can be gained are not even copied: the statistics
// have no line for them. The remarks say why.
//
// RUN: rm -f %t.json
// RUN: env SMOLLY_OPTIONS=verify,statistics=%t.json %c_and_plugin -O2 -g \
// RUN:   -Rpass=smolly -Rpass-missed=smolly -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark:
// RUN: FileCheck %s --check-prefix=LOOKED-AT < %t.json
// RUN: env SMOLLY_OPTIONS=verify,always %c_and_plugin -O2 -g -Rpass=smolly \
// RUN:   -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALWAYS
//
// LOOKED-AT-COUNT-4: "function":"{{large|helped|kept|calling}}"
// LOOKED-AT-NOT: "function"

#include <stdlib.h>

void look_at(double *);

// Less than 16 KiB, for which nothing is done.
// CHECK: candidates.c:[[@LINE+2]]:1: remark: array 'a' left as it is: it is too small to gain anything
// ALWAYS: candidates.c:[[@LINE+1]]:1: remark: array 'a' contracted from
double small(int n) {
  double a[1000];
  a[0] = n;
  for (int i = 1; i < 1000; i++)
    a[i] = a[i - 1] * 0.5 + i;
  return a[999];
}

// CHECK: candidates.c:[[@LINE+1]]:1: remark: array 'a' contracted from
double large(int n) {
  double a[10000];
  a[0] = n;
  for (int i = 1; i < 10000; i++)
    a[i] = a[i - 1] * 0.5 + i;
  return a[9999];
}

double *returned(long n) {
  // CHECK: candidates.c:[[@LINE+1]]:15: remark: array 'a' left as it is: it is returned (line [[@LINE+5]])
  double *a = malloc(n * sizeof(double));
  a[0] = 1;
  for (long i = 1; i < n; i++)
    a[i] = a[i - 1] * 0.5;
  return a;
}

// What the loops do not access needs no remark.
double other(double *b, long n) {
  double *a = malloc(n * sizeof(double));
  look_at(a);
  for (long i = 1; i < n; i++)
    b[i] = b[i - 1] * 0.5;
  free(a);
  return b[n - 1];
}

static void fill(double *a, long n) {
  a[0] = 1;
  for (long i = 1; i <= n; i++)
    a[i] = a[i - 1] * 0.5 + i;
}

// The call is inlined: it hides nothing.
double helped(long n) {
  // CHECK: candidates.c:[[@LINE+1]]:15: remark: array 'a' contracted from
  double *a = malloc((n + 1) * sizeof(double));
  if (!a)
    return -1;
  fill(a, n);
  double last = a[n];
  for (long i = 0; i < n; i++)
    last = last * 0.5 + i;
  free(a);
  return last;
}

struct holder {
  double *cells;
  long count;
};

// Nor does a local struct that the pointer is kept in.
double kept(long n) {
  // CHECK: candidates.c:[[@LINE+1]]:22: remark: array 'h' contracted from
  struct holder h = {calloc(n + 1, sizeof(double)), n};
  if (!h.cells)
    return -1;
  for (long i = 1; i <= h.count; i++)
    h.cells[i] = h.cells[i - 1] * 0.5 + i;
  double last = h.cells[h.count];
  free(h.cells);
  return last;
}

// Once it is inlined, nobody calls it any more.
static void smooth(double *a, long n) {
  double *t = malloc(n * sizeof(double));
  for (long i = 1; i < n; i++)
    t[i] = a[i] * 0.25 + a[i - 1];
  for (long i = 1; i < n; i++)
    a[i] = t[i] * t[i];
  free(t);
}

// CHECK: candidates.c:[[@LINE+2]]:1: remark: array 'a' contracted from
// CHECK: candidates.c:[[@LINE-9]]:15: remark: array 't' contracted from
double calling(void) {
  double a[1000001];
  // CHECK: candidates.c:[[@LINE+4]]:10: remark: 4 loop nests run alongside
  // CHECK: remark: iterations of the loops around an innermost loop
  // CHECK: remark: rewritten loops run where arrays become smaller
  for (long i = 0; i <= 1000000; i++)
    a[i] = i * 0.5;
  smooth(a, 1000000);
  double sum = 0;
  for (long i = 0; i < 1000000; i++)
    sum += a[i];
  return sum;
}
