// Small objects on the heap become local variables where nobody else sees them;
// an array that such an object points to can become smaller. An allocation that
// is asked for by another function is named where that was asked.
// RUN: %c_and_plugin -O2 -g -Rpass=smolly -Rpass-missed=smolly -S -emit-llvm \
// RUN:   -o %t.ll %s 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.ll
#include <stdlib.h>

struct series {
  long n;
  double *values;
};

static void *get(size_t bytes) {
  void *p = malloc(bytes);
  if (!p)
    abort();
  return p;
}

static struct series *make(long n) {
  struct series *s = get(sizeof *s);
  s->n = n;
  s->values = get(n * sizeof(double));
  return s;
}

static void steps(const struct series *from, struct series *to) {
  for (long i = 1; i < from->n; i++)
    to->values[i] = from->values[i] - from->values[i - 1];
}

// CHECK-LABEL: @changes(
// CHECK-NOT: @malloc(i64 noundef 16)
// CHECK: ret void
void changes(const struct series *in, double *out) {
  // REMARK: heap-objects.c:[[#@LINE+1]]:{{.*}} contracted from in->n
  struct series *s = make(in->n);
  steps(in, s);
  for (long i = 2; i < in->n; i++)
    out[i] = s->values[i] * s->values[i - 1];
  free(s->values);
  free(s);
}

void keep(struct series *);

// CHECK-LABEL: @kept(
// CHECK: @malloc(i64 noundef 16)
// CHECK: ret double
double kept(const struct series *in) {
  struct series *s = make(in->n);
  steps(in, s);
  double sum = 0;
  for (long i = 2; i < in->n; i++)
    sum += s->values[i] * s->values[i - 1];
  keep(s);
  return sum;
}

// Each turn has an object of its own.
double chain(const struct series *in) {
  double sum = 0;
  for (long k = 0; k < in->n; k++) {
    // REMARK: heap-objects.c:[[#@LINE+1]]:{{.*}}'s' left as it is
    struct series *s = make(in->n);
    steps(in, s);
    for (long i = 2; i < in->n; i++)
      sum += s->values[i] * s->values[k];
    free(s->values);
    free(s);
  }
  return sum;
}
