// Loops of a few iterations, such as those over a window, are unrolled by LLVM, also at
// borders: conditions on their counters cost nothing then, and where nests run alongside
// each other, such a loop is not divided at them.

// RUN: %c_and_plugin -O2 -fno-unroll-loops -fno-vectorize -fno-slp-vectorize -S \
// RUN:   -emit-llvm %s -o - | grep -c 'fdiv float .*, 5' | FileCheck %s --check-prefix=COPIES
// RUN: %c_and_plugin -O2 -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --implicit-check-not='urem i' --implicit-check-not='udiv i'
#include <stdlib.h>

// One division in the original loops, one in the interior, and one at each of its four
// sides, where LLVM joins those of what is read from the copy and of zeros.
// COPIES: {{^6$}}
// CHECK-LABEL: define {{.*}}@filters
void filters(long h, long w, const float weight[restrict 4][9],
             const float (*restrict in)[w], float (*restrict out)[w]) {
  float(*patches)[w][9] = malloc(h * sizeof *patches);
  float(*sums)[w][4] = malloc(h * sizeof *sums);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      for (long dy = 0; dy < 3; dy++)
        for (long dx = 0; dx < 3; dx++)
          if (y + dy >= 1 && y + dy <= h && x + dx >= 1 && x + dx <= w)
            patches[y][x][3 * dy + dx] = in[y + dy - 1][x + dx - 1];
          else
            patches[y][x][3 * dy + dx] = 0;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      for (long f = 0; f < 4; f++) {
        sums[y][x][f] = 0;
        for (long k = 0; k < 9; k++)
          sums[y][x][f] += weight[f][k] * patches[y][x][k] / 5;
      }
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float all = 0;
      for (long f = 0; f < 4; f++)
        all += sums[y][x][f] * sums[y][x][f];
      out[y][x] = all;
    }
  free(patches);
  free(sums);
}
