// Rows in one block, each of which is checked, between nests of which nothing is
// needed: where these run without the block, there is no lack of memory.
// Found by utils/fuzz.
// contracted: 0
// sizes: 0,0,0 1,1,1 1,2,0 2,1,3 3,5,2 5,3,4 7,7,3 9,4,6 4,11,2 45,3,2 3,70,2
// fast: 100
// flags: -ffp-contract=off -ffinite-math-only -fno-signed-zeros -fno-math-errno -DANY_ZERO
// RUN: %differential %s
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))
#define LARGER(a, b) ((a) > (b) ? (a) : (b))

void show(const void *bytes, unsigned long count);
void show_numbers(const void *bytes, unsigned long count, unsigned long size);
void tick(long number);

static uint64_t seen;
static uint64_t mix(uint64_t digest, const void *bytes, unsigned long count) {
  for (unsigned long i = 0; i < count; i++)
    digest = (digest ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
  return digest;
}
// Of floating-point numbers of SIZE bytes. With ANY_ZERO the sign of a zero does not
// matter, which is looked at without them: the compiler may have been told the same.
static uint64_t mix_numbers(uint64_t digest, const void *bytes, unsigned long count,
                            unsigned long size) {
#ifdef ANY_ZERO
  for (unsigned long i = 0; i < count; i += size) {
    unsigned char number[16] = {0}, *last = number + size - 1, other = 0;
    for (unsigned long k = 0; k < size; k++)
      number[k] = ((const unsigned char *)bytes)[i + k];
    for (unsigned long k = 0; k + 1 < size; k++)
      other |= number[k];
    if (!other && *last == 0x80)
      *last = 0;
    digest = mix(digest, number, size);
  }
  return digest;
#else
  (void)size;
  return mix(digest, bytes, count);
#endif
}
__attribute__((noinline)) void show_numbers(const void *bytes, unsigned long count,
                                            unsigned long size) {
  seen = mix_numbers(seen, bytes, count, size);
}
__attribute__((noinline)) void show(const void *bytes, unsigned long count) {
  seen = mix(seen, bytes, count);
}
__attribute__((noinline)) void tick(long number) {
  seen = mix(seen, &number, sizeof number);
}

static double f7614023(long n, long m, long p, double *restrict x2) {
  double result = 0;
  double *a1 = malloc((m + 1) * sizeof(double));
  for (long j1 = 0; j1 < m + 6; j1++) {
    a1[0] = 5;
  }
  x2[0] = 0.25 * a1[0];
  free(a1);
  int *f1_block = malloc((m + 2) * m * sizeof(int));
  int **f1 = malloc((m + 2) * sizeof(int *));
  for (long f1_row = 0; f1_row < m + 2; f1_row++) {
    f1[f1_row] = f1_block + f1_row * m;
    if (!f1[f1_row])
      return -1;
  }
  for (long i4 = 0; i4 < m + 2; i4++) {
    for (long j4 = 0; j4 < m; j4++) {
      f1[i4][j4] = (0) & 127;
    }
  }
  double *a2 = malloc((m + 1) * sizeof(double));
  a2[0] = 0;
  for (long j6 = 0; j6 < m; j6++) {
    if (f1[1][j6] > 25 && j6 >= 2) {
      a2[0] = 0.25 * a2[0];
    }
  }
  free(f1_block);
  free(f1);
  free(a2);
  return result;
}
static uint64_t call_7614023(long n, long m, long p) {
  static double x2[71];
  for (int i = 0; i < 71; i++)
    x2[i] = (double)((i * 7 + 3) % 101);
  double result = f7614023(n, m, p, (double *)x2);
  uint64_t digest = mix_numbers(seen, &result, sizeof result, 8);
  digest = mix_numbers(digest, x2, sizeof x2, sizeof *x2);
  return digest;
}

int main(int argc, char **argv) {
  for (int i = 1; i + 2 < argc; i += 3)
    printf("%016llx\n", (unsigned long long)call_7614023(
                             atol(argv[i]), atol(argv[i + 1]), atol(argv[i + 2])));
}
