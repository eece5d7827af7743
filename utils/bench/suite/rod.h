// A kernel that does some time steps on n points.

#ifndef ROD_H
#define ROD_H

#include <stdlib.h>

typedef double element;

// As if it were in a file of its own.
__attribute__((noinline)) static void kernel(long n, long steps,
                                             const double *in, double *out);

#define SIZES 2
#define ELEMENTS(s) ((s)[0])
#define INPUT(bits) ((double)((bits) >> 40) * 0x1p-24)
#define WITHOUT_ELEMENTS 1
#define CALL(s, in, out) kernel((s)[0], (s)[1], in, out)

#include "main.h"

#endif
