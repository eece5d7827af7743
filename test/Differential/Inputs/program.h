// What the programs share: sizes come from the command line, results are
// printed to the last bit.

#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The Ith argument.
static inline long size(char **argv, int i) { return atol(argv[i]); }

static inline void show(double value) { printf("%a\n", value); }

// The sum of all pixels of an image, the later ones with more weight.
#define show_image(h, w, image) show_pixels((h) * (w), &(image)[0][0])

static inline void show_pixels(long count, const float *pixels) {
  double sum = 0;
  for (long i = 0; i < count; i++)
    sum = sum * 0.99 + pixels[i];
  show(sum);
}

#endif
