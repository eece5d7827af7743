// A kernel that does some time steps on n times m times l points.

#ifndef BLOCK_H
#define BLOCK_H

#include <stdlib.h>

typedef double element;

// As if it were in a file of its own.
__attribute__((noinline)) static void kernel(long n, long m, long l, long steps,
                                             const double (*restrict in)[m][l],
                                             double (*restrict out)[m][l]);

#define SIZES 4
#define ELEMENTS(s) ((s)[0] * (s)[1] * (s)[2])
#define INPUT(bits) ((double)((bits) >> 40) * 0x1p-24)
#define WITHOUT_ELEMENTS 0
#define CALL(s, in, out)                                                       \
  kernel((s)[0], (s)[1], (s)[2], (s)[3],                                       \
         (const double (*)[(s)[1]][(s)[2]])(in),                               \
         (double (*)[(s)[1]][(s)[2]])(out))

#include "main.h"

#endif
