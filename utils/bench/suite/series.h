// A kernel over vectors of n numbers.

#ifndef SERIES_H
#define SERIES_H

#include <math.h>
#include <stdlib.h>

typedef double element;

// As if it were in a file of its own.
__attribute__((noinline)) static void kernel(long n, const double *in,
                                             double *out);

#define SIZES 1
#define ELEMENTS(s) ((s)[0])
#define INPUT(bits) ((double)((bits) >> 40) * 0x1p-24)
#define WITHOUT_ELEMENTS 1
#define CALL(s, in, out) kernel((s)[0], in, out)

#include "main.h"

#endif
