// A loop over all elements of an image, with column numbers by a remainder, that
// reads from one of two tables: where the original loops run, as for small images,
// they read each at its column again.
// contracted: 2
// sizes: 0,0 1,1 1,5 3,5 5,3 4,4 7,13 33,17 64,61
// fast: 7
// RUN: %differential %s
// RUN: %clang -O2 %s -o %t.plain
// RUN: %c_and_plugin -O2 %s -o %t
// RUN: %t.plain 3 5 > %t.expected
// RUN: %t 3 5 | cmp - %t.expected
// RUN: %t.plain 7 13 > %t.expected
// RUN: %t 7 13 | cmp - %t.expected
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static void fill(float *table, int w) {
  for (int x = 0; x < w; x++)
    table[x] = x * 3 % 7;
}

// What can be seen, so that the function is not executed from its beginning.
__attribute__((noinline)) static int announce(int h) {
  printf("%d rows\n", h);
  return h;
}

__attribute__((noinline)) static void
stages(int rows, int w, int middle, const float *restrict in,
       const float *restrict other, float *restrict out) {
  int h = announce(rows), n = h * w;
  float *table = malloc((w + 1) * sizeof *table);
  fill(table, w);
  float *slope = malloc((n + 1) * sizeof *slope);
  float *edges = malloc((n + 1) * sizeof *edges);
  for (int i = 0; i < n; i++)
    slope[i] = in[i] + i / w * 3 + i % w;
  for (int i = 0; i < n; i++) {
    int x = i % w, y = i / w;
    edges[i] = x > 0 && x < w - 1 && y > 0 && y < h - 1
                   ? slope[i - 1] + slope[i + 1] + slope[i - w] + slope[i + w]
                   : slope[i];
  }
  for (int i = 0; i < n; i++) {
    int x = i % w;
    const float *chosen = x > middle ? table : other;
    out[i] = edges[i] * chosen[x];
  }
  free(slope);
  free(edges);
  free(table);
}

int main(int argc, char **argv) {
  int h = argc > 1 ? atoi(argv[1]) : 5, w = argc > 2 ? atoi(argv[2]) : 7;
  float *in = calloc(h * w + 1, sizeof *in);
  float *other = calloc(w + 1, sizeof *other);
  float *out = calloc(h * w + 1, sizeof *out);
  for (int i = 0; i < h * w; i++)
    in[i] = i * 7 % 13;
  for (int i = 0; i < w; i++)
    other[i] = i * 5 % 11;
  stages(h, w, 2, in, other, out);
  for (int i = 0; i < h * w; i++)
    printf("%.9g\n", out[i]);
  free(in);
  free(other);
  free(out);
}
