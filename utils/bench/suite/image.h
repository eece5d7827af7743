// A kernel that filters an image of height times width.

#ifndef IMAGE_H
#define IMAGE_H

#include <math.h>
#include <stdlib.h>

typedef float element;

// As if it were in a file of its own.
__attribute__((noinline)) static void
kernel(long h, long w, const float (*restrict in)[w], float (*restrict out)[w]);

#define SIZES 2
#define ELEMENTS(s) ((s)[0] * (s)[1])
#define INPUT(bits) ((float)((bits) >> 40) * 0x1p-24f)
#define WITHOUT_ELEMENTS 0
#define CALL(s, in, out)                                                       \
  kernel((s)[0], (s)[1], (const float (*)[(s)[1]])(in),                        \
         (float (*)[(s)[1]])(out))

#include "main.h"

#endif
