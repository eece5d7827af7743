// A padded copy that is read 5 times is left out at any size that matters; one that
// is read 9 times only if it takes twice the second-level cache, as filling it takes
// about as long as loops of their own for the borders; one that is read 25 times only
// if it takes 8 times as much. (256 KiB, the assumed size for x86-64.)

// RUN: env SMOLLY_OPTIONS=count-runs %c_and_plugin -O2 -DREACH=0 %s -o %t.cross
// RUN: env SMOLLY_OPTIONS=count-runs %c_and_plugin -O2 -DREACH=1 %s -o %t.square
// RUN: env SMOLLY_OPTIONS=count-runs %c_and_plugin -O2 -DREACH=2 %s -o %t.large
// RUN: %t.cross 120 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %t.square 340 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %t.square 380 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %t.large 900 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %t.large 1100 2>&1 | FileCheck %s --check-prefix=ONE
// NONE: smolly: 0 runs of rewritten loops
// ONE: smolly: 1 runs of rewritten loops

#include <stdio.h>
#include <stdlib.h>

enum { Edge = REACH ? REACH : 1 };

__attribute__((noinline)) void
blur(long h, long w, const float (*restrict in)[w], float (*restrict out)[w]) {
  float (*padded)[w + 2 * Edge] = calloc(h + 2 * Edge, sizeof *padded);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      padded[y + Edge][x + Edge] = in[y][x];
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
#if REACH == 0
      out[y][x] = padded[y][x + 1] + padded[y + 1][x] + padded[y + 1][x + 1] +
                  padded[y + 1][x + 2] + padded[y + 2][x + 1];
#else
      float sum = 0;
      for (long dy = 0; dy < 2 * Edge + 1; dy++)
        for (long dx = 0; dx < 2 * Edge + 1; dx++)
          sum += padded[y + dy][x + dx];
      out[y][x] = sum;
#endif
    }
  free(padded);
}

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 0;
  float (*in)[n] = calloc(n, sizeof *in), (*out)[n] = calloc(n, sizeof *out);
  for (long i = 0; i < n * n; i++)
    (*in)[i] = i % 17;
  blur(n, n, in, out);
  printf("%g\n", n ? out[n / 2][n / 3] : 0);
  free(in);
  free(out);
}
