// A kernel over matrices of n times n, and vectors of n, which are rows of the
// input or of the output.

#ifndef MATRIX_H
#define MATRIX_H

#include <math.h>
#include <stdlib.h>

typedef double element;

// As if it were in a file of its own.
__attribute__((noinline)) static void kernel(long n, const double (*in)[n],
                                             double (*out)[n]);

#define SIZES 1
#define ELEMENTS(s) ((s)[0] * (s)[0])
#define INPUT(bits) ((double)((bits) >> 40) * 0x1p-24)
#define WITHOUT_ELEMENTS 0
#define CALL(s, in, out)                                                       \
  kernel((s)[0], (const double (*)[(s)[0]])(in), (double (*)[(s)[0]])(out))

#include "main.h"

#endif
