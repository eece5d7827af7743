// A kernel that sharpens an image with weights and a radius that are read at run time.

#ifndef SHARPEN_H
#define SHARPEN_H

#include "image.h"

#define MAX_RADIUS 16

static volatile long wanted = 4;

static void weigh(long r, float *weights) {
  float sum = 0;
  for (long j = -r; j <= r; j++)
    sum += weights[j + r] = (float)(r + 1 - labs(j));
  for (long j = 0; j <= 2 * r; j++)
    weights[j] /= sum;
}

// As if in a file of its own.
__attribute__((noinline)) static void
sharpen(long h, long w, long r, const float *restrict weights,
        const float (*restrict in)[w], float (*restrict out)[w]);

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float weights[2 * MAX_RADIUS + 1];
  long r = wanted < MAX_RADIUS ? wanted : MAX_RADIUS;
  weigh(r, weights);
  sharpen(h, w, r, weights, in, out);
}

#endif
