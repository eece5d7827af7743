// Sizes that are constant are no sizes to try a plan with. Of too many
// instances, those are executed that use some of the cells, whenever their
// loops run.
// RUN: env SMOLLY_OPTIONS=always %clang -O2 -S -o /dev/null \
// RUN:   -fpass-plugin=%smolly_plugin -Rpass=smolly -Rpass-missed=smolly %s 2>&1 \
// RUN:   | FileCheck %s
#include <stdlib.h>

enum { H = 480, W = 640 };

static void squareAndHalve(const float *in, float (*t)[W], float (*h)[W / 2]) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      t[y][x] = in[y * W + x] * in[y * W + x];
  for (int y = 0; y < H / 2; y++)
    for (int x = 0; x < W / 2; x++)
      h[y][x] = t[2 * y][2 * x] + t[2 * y][2 * x + 1] + t[2 * y + 1][2 * x] +
                t[2 * y + 1][2 * x + 1];
}

// CHECK-NOT: cannot be verified
// CHECK: this array contracted from 480 * 640 to 2 * 640 elements
// CHECK: this array contracted from 240 * 320 to 3 * 320 elements
// CHECK-NOT: cannot be verified
void half(const float *in, float *out) {
  float (*t)[W] = malloc(H * W * sizeof(float));
  float (*h)[W / 2] = malloc(H / 2 * (W / 2) * sizeof(float));
  squareAndHalve(in, t, h);
  for (int y = 1; y < H / 2 - 1; y++)
    for (int x = 1; x < W / 2 - 1; x++)
      out[y * (W / 2) + x] =
          h[y][x] * 4 - h[y - 1][x] - h[y + 1][x] - h[y][x - 1] - h[y][x + 1];
  free(t);
  free(h);
}

// CHECK: this array contracted from 480 * 640 to 2 * 640 elements
// CHECK-NOT: cannot be verified
void turned(const float *in, float *out) {
  float (*t)[W] = malloc(H * W * sizeof(float));
  float (*h)[W / 2] = malloc(H / 2 * (W / 2) * sizeof(float));
  squareAndHalve(in, t, h);
  for (int y = 0; y < H / 2; y++)
    for (int x = 0; x < W / 2; x++)
      out[y * (W / 2) + x] = h[H / 2 - 1 - y][W / 2 - 1 - x];
  free(t);
  free(h);
}

// Copies are told by what they are copies of, wherever these lie.
// CHECK: this array contracted from 200000 * 4 to 8 elements
// CHECK-NOT: wrong storage plan
void copied(const float *in, float *restrict out) {
  enum { N = 200000, First = 1000 };
  float (*t)[4] = malloc(N * sizeof *t);
  float (*a)[4] = malloc(N * sizeof *a);
  float (*b)[4] = malloc(N * sizeof *b);
  for (int y = 0; y < N; y++) {
    for (int x = 0; x < 4; x++)
      t[y][x] = in[y + x] * in[y + x];
    if (y >= First) {
      for (int x = 0; x < 4; x++)
        a[y][x] = t[y][x];
      for (int x = 0; x < 4; x++)
        b[y][x] = t[y][x];
      if (y >= First + 2)
        for (int x = 0; x < 4; x += 2)
          out[4 * y + x] = a[y - 2][x] * b[y - 1][x] + b[y - 2][x] +
                           b[y - 1][x] * a[y - 1][x] * t[y][x];
    }
  }
  free(t);
  free(a);
  free(b);
}
