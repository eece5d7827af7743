// A kernel that does some time steps on n times m points.

#ifndef PLATE_H
#define PLATE_H

#include <stdlib.h>

typedef double element;

// As if it were in a file of its own.
__attribute__((noinline)) static void kernel(long n, long m, long steps,
                                             const double (*restrict in)[m],
                                             double (*restrict out)[m]);

#define SIZES 3
#define ELEMENTS(s) ((s)[0] * (s)[1])
#define INPUT(bits) ((double)((bits) >> 40) * 0x1p-24)
#define WITHOUT_ELEMENTS 0
#define CALL(s, in, out)                                                       \
  kernel((s)[0], (s)[1], (s)[2], (const double (*)[(s)[1]])(in),               \
         (double (*)[(s)[1]])(out))

#include "main.h"

#endif
