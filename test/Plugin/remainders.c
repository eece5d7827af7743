// Subscripts with remainders and with choices are taken apart: the interior has
// neither. What is not known to be within a few multiples stays as it is.

// RUN: env SMOLLY_OPTIONS=verify %c_and_plugin -O2 -g -c %s -o /dev/null \
// RUN:   -Rpass=smolly 2>&1 | FileCheck %s --implicit-check-not='own: those'
// RUN: %c_and_plugin -O3 -g -c %s -o /dev/null -Rpass=loop-vectorize 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VECTOR

#include <stddef.h>

// CHECK: remainders.c:{{.*}}borders of loops have loops of their own: those over the interior have no conditions
// VECTOR: remainders.c:{{.*}}vectorized loop
void ring(const float *restrict in, float *restrict out, long h, long w) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y * w + x] = in[y * w + (x + 1) % w] - in[y * w + (x + w - 1) % w];
}

// CHECK: remainders.c:{{.*}}borders of loops have loops of their own: those over the interior have no conditions
// VECTOR: remainders.c:{{.*}}vectorized loop
void mask(const float (*restrict in)[1024], float (*restrict out)[1024], long h) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < 1024; x++)
      out[y][x] = in[y][(x + 1) & 1023] + in[y][x];
}

// CHECK: remainders.c:{{.*}}borders of loops have loops of their own: those over the interior have no conditions
// VECTOR: remainders.c:{{.*}}vectorized loop
void edge(const float *restrict in, float *restrict out, long h, long w) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y * w + x] = in[y * w + (x > 0 ? x - 1 : 0)] +
                       (y > 0 ? in[(y - 1) * w + x] : in[y * w + x]);
}

// That w - 1 + x does not wrap around is known from the size of an element.
// CHECK: remainders.c:{{.*}}borders of loops have loops of their own: those over the interior have no conditions
// VECTOR: remainders.c:{{.*}}vectorized loop
void sizes(const float *restrict in, float *restrict out, size_t h, size_t w) {
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      out[y * w + x] = in[(y + h - 1) % h * w + (x + 1) % w] -
                       in[(y + 1) % h * w + (x + w - 1) % w];
}

// CHECK: remainders.c:{{.*}}borders of loops have loops of their own: those over the interior have no conditions
// VECTOR: remainders.c:{{.*}}vectorized loop
void ints(const float *restrict in, float *restrict out, int h, int w) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = 2 * in[y * w + ((x - 2) % w + w) % w];
}

// Of single bytes there may be so many that the sum is no signed number.
void bytes(const char *restrict in, char *restrict out, size_t h, size_t w) {
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      out[y * w + x] = in[(x + w - 1) % w];
}

// As many elements are read, but not all of one array.
void scattered(float *const *restrict in, float *restrict out, size_t w) {
  for (size_t x = 0; x < w; x++)
    for (size_t y = 0; y < 9; y++)
      out[y] = *in[(x + w + w - 1) % w];
}

// The size of the ring is not that of the loop.
void other_ring(const float *restrict in, float *restrict out, long h, long w,
                long n) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y * w + x] = in[y * n + (x + 1) % n];
}

// A choice that depends on data.
void data(const int *restrict in, int *restrict out, long h, long w) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y * w + x] = in[y * w + (in[x] > 3 ? 0 : x)];
}
