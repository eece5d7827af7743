// The same as image.h in the style of older programs: an image is a pointer,
// and subscripts are computed by hand.

#ifndef FLAT_IMAGE_H
#define FLAT_IMAGE_H

#include <math.h>
#include <stdlib.h>

typedef float element;

// As if it were in a file of its own.
__attribute__((noinline)) static void kernel(int h, int w, const float *in,
                                             float *out);

#define SIZES 2
#define ELEMENTS(s) ((s)[0] * (s)[1])
#define INPUT(bits) ((float)((bits) >> 40) * 0x1p-24f)
#define WITHOUT_ELEMENTS 1
#define CALL(s, in, out) kernel((int)(s)[0], (int)(s)[1], in, out)

#include "main.h"

#endif
