// A wave that moves over arrays of which the borders stay where they are: what
// they need is not the box around them, which is all of the array.
// contracted: 3
// sizes: 0,0 1,1 2,1 3,2 5,5 7,3 50,50 120,51
// fast: 50
// RUN: %differential %s

// With option always, nobody asks whether that is worth it. Here, that is asked.
// RUN: env SMOLLY_OPTIONS=count-runs %c_and_plugin -O2 %s -o %t
// RUN: %t 120 51 2>&1 | FileCheck %s
// CHECK: smolly: 1 runs of rewritten loops
#include "Inputs/program.h"

int main(int argc, char **argv) {
  long h = size(argv, 1), w = h + 1, steps = size(argv, 2);
  double *next = malloc(h * w * sizeof(double) + 1);
  double *now = malloc(h * w * sizeof(double) + 1);
  double *old = malloc(h * w * sizeof(double) + 1);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++) {
      next[i * w + j] = old[i * w + j] = 0;
      now[i * w + j] = (i * 7 + j * 3) % 17;
    }
  for (long step = 0; step < steps; step++) {
    for (long i = 1; i < h - 1; i++)
      for (long j = 1; j < w - 1; j++)
        next[i * w + j] = 2 * now[i * w + j] - old[i * w + j] +
                          0.1 * (now[(i + 1) * w + j] + now[(i - 1) * w + j] +
                                 now[i * w + j + 1] + now[i * w + j - 1] -
                                 4 * now[i * w + j]);
    for (long i = 0; i < h; i++)
      for (long j = 0; j < w; j++) {
        old[i * w + j] = now[i * w + j];
        now[i * w + j] = next[i * w + j];
      }
  }
  double sum = 0;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      sum += now[i * w + j] * (1 + i % 3);
  show(sum);
  free(next);
  free(now);
  free(old);
}
