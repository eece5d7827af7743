// Half and full resolution, in arrays with rows of constant size: subscripts
// with quotients and with remainders.
// contracted: 4
// sizes: 0,0 1,1 2,2 3,5 4,4 7,11 16,148 31,256 32,33 32,255
// fast: 8
// RUN: %differential %s
#include <stdio.h>
#include <stdlib.h>

enum { H = 32, W = 256, Ring = 7 };

__attribute__((noinline)) static float
details(int h, int w, const float *restrict in, float *restrict out) {
  float *half = malloc(H / 2 * (W / 2) * sizeof(float));
  float *back = malloc(H * W * sizeof(float));
  float *detail = malloc(H * W * sizeof(float)), sum = 0;
  for (int y = 0; y < h / 2; y++)
    for (int x = 0; x < w / 2; x++)
      half[y * (W / 2) + x] =
          0.25f *
          (in[2 * y * W + 2 * x] + in[2 * y * W + 2 * x + 1] +
           in[(2 * y + 1) * W + 2 * x] + in[(2 * y + 1) * W + 2 * x + 1]);
  for (int y = 0; y < h / 2 * 2; y++)
    for (int x = 0; x < w / 2 * 2; x++)
      back[y * W + x] = half[y / 2 * (W / 2) + x / 2];
  for (int y = 0; y < h / 2 * 2; y++)
    for (int x = 0; x < w / 2 * 2; x++)
      detail[y * W + x] = in[y * W + x] - back[y * W + x];
  for (int y = 1; y < h / 2 * 2; y++)
    for (int x = 1; x < w / 2 * 2; x++)
      out[y * W + x] =
          detail[y * W + x] * back[y * W + x - 1] + detail[(y - 1) * W + x];
  for (int y = 1; y < h / 2 * 2; y++)
    for (int x = 1; x < w / 2 * 2; x++)
      sum = sum * 0.5f + out[y * W + x];
  free(half);
  free(back);
  free(detail);
  return sum;
}

/// Sums around a ring of seven columns.
__attribute__((noinline)) static long ring(int n, int k,
                                           const int *restrict in) {
  long *a = malloc((n + 1) * Ring * sizeof(long)), sum = 0;
  for (int x = 0; x < Ring; x++)
    a[x] = in[x] + k;
  for (int y = 1; y <= n; y++)
    for (int x = 0; x < Ring; x++)
      a[y * Ring + x] = a[(y - 1) * Ring + (x + 3) % Ring] % 1000 * 3 +
                        a[(y - 1) * Ring + (x + 6) % Ring] + in[x];
  for (int x = 0; x < Ring; x++)
    sum = sum * 5 + a[n * Ring + x];
  free(a);
  return sum;
}

int main(int argc, char **argv) {
  int h = atoi(argv[1]), w = atoi(argv[2]);
  static float in[H * W], out[H * W];
  for (int i = 0; i < H * W; i++)
    in[i] = i * 7 % 113;
  printf("%.9g\n", details(h, w, in, out));
  static const int seeds[Ring] = {3, 1, 4, 1, 5, 9, 2};
  printf("%ld\n", ring(100 * h, w, seeds));
}
