// A function for another processor than that of its caller is not inlined: the
// back end could not make anything of its instructions there.

// RUN: %c_and_plugin --target=x86_64-linux-gnu -O2 -S %s -o - -Rpass=smolly \
// RUN:   -Rpass-missed=smolly 2>&1 | FileCheck %s

typedef double four __attribute__((vector_size(32)));

void *malloc(unsigned long);
void free(void *);

__attribute__((target("avx"))) static double twice(const double *x) {
  four v = {*x, *x, *x, *x};
  return __builtin_ia32_haddpd256(v, v)[0];
}

// CHECK: is passed to 'twice'
// CHECK: {{^}}f:
double f(long n) {
  double *a = malloc((n + 4) * sizeof *a), *b = malloc((n + 4) * sizeof *b);
  for (long i = 0; i < n; i++)
    a[i] = i;
  for (long i = 0; i < n; i++)
    b[i] = twice(a + i);
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += b[i];
  free(a);
  free(b);
  return sum;
}
