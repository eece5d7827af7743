// Loops over an image that becomes smaller: what is needed of a row is a bound of
// the loop, not a condition in it, and neighbours are loaded as vectors.

// RUN: %c_and_plugin -O3 -g -Rpass=smolly -S -emit-llvm %s -o %t.ll 2> %t.remarks
// RUN: FileCheck %s --check-prefix=REMARKS --input-file=%t.remarks
// RUN: sed -n '/@smaller(/,/^}/p' %t.ll > %t.function
// RUN: FileCheck %s --input-file=%t.function --implicit-check-not=insertelement
// The loops of all three stages; of the first and second also those for the first
// rows. The original ones are in front.
// CHECK-COUNT-24: load <{{4|8}} x float>

#include <stdlib.h>

// REMARKS: array 'half' contracted
// REMARKS: array 'quarter' contracted
void smaller(long h, long w, const float (*restrict in)[w],
             float (*restrict out)[w]) {
  long h1 = h / 2, w1 = w / 2, h2 = h / 4, w2 = w / 4;
  float (*half)[w1 + 1] = malloc((h1 + 1) * sizeof *half);
  float (*quarter)[w2 + 1] = malloc((h2 + 1) * sizeof *quarter);
  for (long y = 0; y < h1; y++)
    for (long x = 0; x < w1; x++)
      half[y][x] = in[2 * y][2 * x] + in[2 * y][2 * x + 1] +
                   in[2 * y + 1][2 * x] + in[2 * y + 1][2 * x + 1];
  for (long y = 0; y < h2; y++)
    for (long x = 0; x < w2; x++)
      quarter[y][x] = half[2 * y][2 * x] + half[2 * y][2 * x + 1] +
                      half[2 * y + 1][2 * x] + half[2 * y + 1][2 * x + 1];
  for (long y = 0; y < h / 8; y++)
    for (long x = 0; x < w / 8; x++)
      out[y][x] = quarter[2 * y][2 * x] + quarter[2 * y][2 * x + 1] +
                  quarter[2 * y + 1][2 * x] + quarter[2 * y + 1][2 * x + 1];
  free(half);
  free(quarter);
}
