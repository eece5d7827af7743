// A kernel that makes as many channels of an image from others, with a filter
// of WINDOW times WINDOW weights for each pair of them. Of the pixels only
// every STRIDE-th one of every STRIDE-th row may be wanted. The weights are
// behind the image.

#ifndef LAYER_H
#define LAYER_H

#include <stdlib.h>

typedef float element;

// As if it were in a file of its own.
__attribute__((noinline)) static void
kernel(long c, long h, long w, long rows, long columns,
       const float (*restrict weight)[c][WINDOW][WINDOW],
       const float (*restrict in)[h][w], float (*restrict out)[rows][columns]);

#define PIXELS(s) ((s)[0] * (s)[1] * (s)[2])
#define WANTED(size) (((size) + STRIDE - 1) / STRIDE)

#define SIZES 3
#define ELEMENTS(s)                                                            \
  (PIXELS(s) ? PIXELS(s) + (s)[0] * (s)[0] * WINDOW * WINDOW : 0)
#define INPUT(bits) ((float)((bits) >> 40) * 0x1p-24f)
#define WITHOUT_ELEMENTS 0
#define CALL(s, in, out)                                                       \
  kernel((s)[0], (s)[1], (s)[2], WANTED((s)[1]), WANTED((s)[2]),               \
         (const float (*)[(s)[0]][WINDOW][WINDOW])((in) + PIXELS(s)),          \
         (const float (*)[(s)[1]][(s)[2]])(in),                                \
         (float (*)[WANTED((s)[1])][WANTED((s)[2])])(out))

#include "../suite/main.h"

#endif
