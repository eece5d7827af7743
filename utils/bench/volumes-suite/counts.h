// A kernel over matrices of n times n numbers that wrap around.

#ifndef COUNTS_H
#define COUNTS_H

#include <stdlib.h>

typedef unsigned element;

// As if it were in a file of its own.
__attribute__((noinline)) static void
kernel(long n, const unsigned (*restrict in)[n], unsigned (*restrict out)[n]);

#define SIZES 1
#define ELEMENTS(s) ((s)[0] * (s)[0])
#define INPUT(bits) ((unsigned)((bits) >> 40))
#define WITHOUT_ELEMENTS 0
#define CALL(s, in, out)                                                       \
  kernel((s)[0], (const unsigned (*)[(s)[0]])(in), (unsigned (*)[(s)[0]])(out))

#include "../suite/main.h"

#endif
