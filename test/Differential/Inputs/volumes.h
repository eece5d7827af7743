// For programs that copy arrays into larger ones, join them or fill them: input
// with zeros of both signs, and output of which each bit shows.

#ifndef VOLUMES_H
#define VOLUMES_H

#include "program.h"

#include <math.h>
#include <stdint.h>

// At least one, so that nobody need ask for none.
static inline double *numbers(long count) {
  double *made = malloc((count + 1) * sizeof *made);
  for (long i = 0; i <= count; i++)
    made[i] = i % 13 == 5 ? -0.0 : (double)((i * 37 + 11) % 64 - 20) / 8;
  return made;
}

// One number of all bits; NaNs are all the same.
static inline void show_all(const double *x, long count) {
  uint64_t sum = 0;
  for (long i = 0; i < count; i++) {
    uint64_t bits = 1;
    if (!isnan(x[i]))
      memcpy(&bits, &x[i], sizeof bits);
    sum = sum * 31 + bits;
  }
  printf("%016llx\n", (unsigned long long)sum);
}

#endif
