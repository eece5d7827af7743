// Arrays that stay, between others that become smaller: what is allocated ahead
// of the loops while they are rewritten is allocated behind what was freed
// again, in a loop over frames, in branches, and behind tests.
// contracted: 2
// sizes: 0,0,0 1,1,1 2,3,1 3,2,2 7,5,3 19,33,2 64,64,1
// fast: 5
// RUN: %differential %s

#include <stdio.h>
#include <stdlib.h>

static void turn(long h, long w, const double *restrict in,
                 double *restrict out) {
  double *t = malloc((h * w + 1) * sizeof *t);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      t[y * w + x] = in[y * w + x] * 0.5;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++)
      out[y * w + x] = t[(h - 1 - y) * w + x] + in[y * w + x];
  free(t);
}

__attribute__((noinline)) static double stages(long frames, long h, long w,
                                               const double *restrict in,
                                               double *restrict out) {
  double sum = 0;
  for (long frame = 0; frame < frames; frame++) {
    double *a = malloc((h * w + 1) * sizeof *a);
    double *b = malloc((h * w + 1) * sizeof *b);
    if (!b) {
      free(a);
      return -1;
    }
    turn(h, w, in, a);
    turn(h, w, a, b);
    if (frame % 2)
      turn(h, w, b, a);
    double *edges = malloc((h * w + 1) * sizeof *edges);
    for (long y = 0; y < h; y++)
      for (long x = 1; x < w; x++)
        edges[y * w + x] = a[y * w + x] - b[y * w + x - 1];
    for (long y = 0; y < h; y++)
      for (long x = 2; x < w; x++)
        out[y * w + x] = edges[y * w + x] * edges[y * w + x - 1];
    free(edges);
    free(a);
    double *c = malloc((h * w + 1) * sizeof *c);
    turn(h, w, b, c);
    for (long y = 0; y < h; y++)
      for (long x = 2; x < w; x++)
        sum += c[y * w + x] * out[y * w + x];
    free(b);
    free(c);
  }
  return sum;
}

int main(int argc, char **argv) {
  long h = argc > 1 ? atol(argv[1]) : 5, w = argc > 2 ? atol(argv[2]) : 7;
  long frames = argc > 3 ? atol(argv[3]) : 1;
  double *in = calloc(h * w + 1, sizeof *in);
  double *out = calloc(h * w + 1, sizeof *out);
  for (long i = 0; i < h * w; i++)
    in[i] = i * 7 % 13;
  printf("%.17g\n", stages(frames, h, w, in, out));
  for (long i = 0; i < h * w; i++)
    printf("%.17g\n", out[i]);
  free(in);
  free(out);
}
