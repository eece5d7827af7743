// Two statements that depend on each other, as in the slides: only the order
// last, cycle, first tells what is needed of the first.
// sizes: 1 2
// contracted: 3
// removed: 1
// RUN: %differential %s
#include "Inputs/program.h"

__attribute__((noinline)) static void cycle(const double *restrict in,
                                            double *restrict out) {
  double *tmp1 = calloc(11, sizeof *tmp1), *tmp2 = calloc(11, sizeof *tmp2);
  double *tmp3 = calloc(11, sizeof *tmp3);
  for (int i = 0; i <= 10; i++)
    tmp1[i] = in[i] * 2;
  for (int i = 5; i <= 10; i++) {
    tmp2[i] = tmp1[i] + tmp3[i - 5];
    tmp3[i - 4] = tmp3[i - 4] + tmp2[i - 2];
  }
  for (int i = 0; i <= 10; i++)
    out[i] = tmp2[i] + tmp3[i];
  free(tmp1);
  free(tmp2);
  free(tmp3);
}

int main(int argc, char **argv) {
  double in[11], out[11], sum = 0;
  for (int i = 0; i <= 10; i++)
    in[i] = i * size(argv, 1) + 0.5;
  cycle(in, out);
  for (int i = 0; i <= 10; i++)
    sum = sum * 0.5 + out[i];
  show(sum);
}
