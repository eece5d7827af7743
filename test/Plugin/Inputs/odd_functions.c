// Temporaries in functions that real programs have: with inline assembly, an
// outlined OpenMP region, a block, a variable in another address space, a tail
// call that must be one, and a jump out of the middle.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#define HISTORY(N, STEPS, MIDDLE, RESULT)                                     \
  {                                                                           \
    double(*a)[(N) + 2] = malloc(((STEPS) + 1) * sizeof(*a));                 \
    if (!a)                                                                   \
      abort();                                                                \
    for (long i = 0; i <= (N) + 1; i++)                                       \
      a[0][i] = i;                                                            \
    for (long t = 1; t <= (STEPS); t++) {                                     \
      a[t][0] = t;                                                            \
      a[t][(N) + 1] = -t;                                                     \
      MIDDLE;                                                                 \
      for (long i = 1; i <= (N); i++)                                         \
        a[t][i] = 0.25 * (a[t - 1][i - 1] + a[t - 1][i] + a[t - 1][i + 1]);   \
    }                                                                         \
    double sum = 0;                                                           \
    for (long i = 0; i <= (N) + 1; i++)                                       \
      sum += a[STEPS][i];                                                     \
    free(a);                                                                  \
    RESULT = sum;                                                             \
  }

static double plain(long n, long steps) {
  double r;
  HISTORY(n, steps, , r)
  return r;
}

static double assembly(long n, long steps) {
  double r;
  __asm__ volatile("" : "+r"(n));
  HISTORY(n, steps, , r)
  __asm__ volatile("" : "+x"(r));
  return r;
}

static double assembly_inside(long n, long steps) {
  double r;
  HISTORY(n, steps, __asm__ volatile("" ::: "memory"), r)
  return r;
}

static double parallel(long n, long steps) {
  double all[4];
#pragma omp parallel for
  for (int k = 0; k < 4; k++) {
    double r;
    HISTORY(n + k, steps, , r)
    all[k] = r;
  }
  return all[0] + all[1] + all[2] + all[3];
}

#ifdef __BLOCKS__
// What the blocks runtime would define.
void *_NSConcreteStackBlock[32], *_NSConcreteGlobalBlock[32];

static double block(long n, long steps) {
  double (^f)(long) = ^(long m) {
    double r;
    HISTORY(n + m, steps, , r)
    return r;
  };
  return f(2);
}
#endif

static double spaces(long n, long steps) {
  double r;
  volatile char __attribute__((address_space(1))) *nowhere = 0;
  HISTORY(n, steps, , r)
  if (nowhere)
    *nowhere = 1;
  return r;
}

static double last(long n, double sum) { return sum + n; }

static double tail(long n, double s) {
  double r;
  HISTORY(n, n, , r)
  __attribute__((musttail)) return last(n, r + s);
}

static jmp_buf out;

static double jumps(long n, long steps) {
  double r;
  if (setjmp(out))
    return -1;
  HISTORY(n, steps, , r)
  if (r > 1e300)
    longjmp(out, 1);
  return r;
}

__attribute__((cold, noinline)) static double cold(long n, long steps) {
  double r;
  HISTORY(n, steps, , r)
  return r;
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 50, steps = argc > 2 ? atol(argv[2]) : 40;
  printf("%a\n%a\n%a\n", plain(n, steps), assembly(n, steps),
         assembly_inside(n, steps));
  printf("%a\n%a\n%a\n%a\n", parallel(n, steps), spaces(n, steps),
         tail(n, 1), jumps(n, steps));
#ifdef __BLOCKS__
  printf("%a\n", block(n, steps));
#endif
  printf("%a\n", cold(n, steps));
  return 0;
}
