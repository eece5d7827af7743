// Filters after each other, in tiles that compute what they need of the stages
// in front.
// contracted: 12
// options: schedule=overlap
// sizes: 0,0 1,1 2,3 3,2 4,4 7,5 31,17 40,67
// RUN: %differential %s
#include "Inputs/program.h"

/// Two stages, the second one with a border of its own.
__attribute__((noinline)) static void
blur(long h, long w, const float (*restrict in)[w], float (*restrict out)[w]) {
  float (*tmp)[w] = malloc(h * sizeof *tmp);
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++)
      tmp[i][j] = (in[i][j - 1] + in[i][j] + in[i][j + 1]) / 3;
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      out[i][j] = (tmp[i - 1][j] + tmp[i][j] + tmp[i + 1][j]) / 3;
  free(tmp);
}

/// Two readers of one stage, and one of both, far from each other.
__attribute__((noinline)) static void diamond(long h, long w,
                                              const float (*restrict in)[w],
                                              float (*restrict out)[w]) {
  float (*a)[w] = malloc((h + 1) * sizeof *a);
  float (*b)[w] = malloc((h + 1) * sizeof *b);
  float (*c)[w] = malloc((h + 1) * sizeof *c);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      a[i][j] = in[i][j] * in[i][j];
  for (long i = 0; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      b[i][j] = a[i][j] + a[i + 1][j];
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++)
      c[i][j] = a[i][j] - a[i - 1][j];
  for (long i = 2; i < h - 2; i++)
    for (long j = 0; j < w; j++)
      out[i][j] += b[i - 2][j] * c[i + 2][j];
  free(a);
  free(b);
  free(c);
}

/// Borders that are filled by loops of their own, and sums over windows that
/// are kept in registers.
__attribute__((noinline)) static void corners(long h, long w,
                                              const float (*restrict in)[w],
                                              float (*restrict out)[w]) {
  float (*dx)[w] = malloc((h + 1) * sizeof *dx);
  float (*dy)[w] = malloc((h + 1) * sizeof *dy);
  float (*xy)[w] = malloc((h + 1) * sizeof *xy);
  for (long j = 0; j < w; j++)
    dx[0][j] = dx[h - 1][j] = 0;
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      dx[i][j] = in[i + 1][j] - in[i - 1][j];
  for (long i = 0; i < h; i++) {
    dy[i][0] = dy[i][w - 1] = 0;
    for (long j = 1; j < w - 1; j++)
      dy[i][j] = in[i][j + 1] - in[i][j - 1];
  }
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      xy[i][j] = dx[i][j] * dy[i][j];
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++) {
      float sum = 0;
      for (long a = -1; a <= 1; a++)
        for (long b = -1; b <= 1; b++)
          sum += xy[i + a][j + b];
      out[i][j] = sum - dx[i][j] * dy[i][j];
    }
  free(dx);
  free(dy);
  free(xy);
}

/// Half as large, through an array that lies on its side.
__attribute__((noinline)) static void shrink(long h, long w,
                                             const float (*restrict in)[w],
                                             float (*restrict out)[w]) {
  float (*smooth)[w] = malloc((h + 1) * sizeof *smooth);
  float (*turned)[h] = malloc((w + 1) * sizeof *turned);
  for (long i = 0; i < h - 1; i++)
    for (long j = 0; j < w - 1; j++)
      smooth[i][j] = in[i][j] + in[i + 1][j + 1];
  for (long i = 0; i < h / 2 - 1; i++)
    for (long j = 0; j < w / 2 - 1; j++)
      turned[j][i] = smooth[2 * i][2 * j] + smooth[2 * i + 1][2 * j + 1];
  for (long i = 0; i < h / 2 - 2; i++)
    for (long j = 0; j < w / 2 - 2; j++)
      out[i][j] = turned[j][i] - turned[j + 1][i + 1];
  free(smooth);
  free(turned);
}

/// Two results of one stage, and a border of one of them.
__attribute__((noinline)) static void both(long h, long w,
                                           const float (*restrict in)[w],
                                           float (*restrict out)[w],
                                           float (*restrict other)[w]) {
  float (*tmp)[w] = malloc((h + 1) * sizeof *tmp);
  float (*more)[w] = malloc((h + 1) * sizeof *more);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      tmp[i][j] = 2 * in[i][j];
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w; j++)
      more[i][j] = tmp[i][j] + tmp[i][j - 1];
  for (long i = 1; i < h; i++)
    for (long j = 1; j < w; j++)
      out[i][j] = more[i][j] - more[i - 1][j];
  for (long j = 0; j < w; j++)
    other[0][j] = tmp[0][j];
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++)
      other[i][j] = tmp[i + 1][j] + tmp[i - 1][j];
  free(tmp);
  free(more);
}

/// In place: tiles would find what others have written.
__attribute__((noinline)) static void in_place(long h, long w,
                                               float (*restrict out)[w]) {
  float (*tmp)[w] = malloc((h + 1) * sizeof *tmp);
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      tmp[i][j] = out[i - 1][j] + out[i + 1][j] + out[i][j - 1] + out[i][j + 1];
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++)
      out[i][j] = tmp[i][j] / 4;
  free(tmp);
}

int main(int argc, char **argv) {
  long h = size(argv, 1), w = size(argv, 2);
  float (*in)[w] = malloc((h * w + 1) * sizeof(float));
  float (*out)[w] = calloc(h * w + 1, sizeof(float));
  float (*other)[w] = calloc(h * w + 1, sizeof(float));
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++)
      in[i][j] = (i * 7 + j * 3) % 13;
  double sum = 0;
  for (int which = 0; which < 6; which++) {
    if (which == 0)
      blur(h, w, in, out);
    else if (which == 1)
      diamond(h, w, in, out);
    else if (which == 2 && h > 0 && w > 0)
      corners(h, w, in, out);
    else if (which == 3)
      shrink(h, w, in, out);
    else if (which == 4)
      both(h, w, in, out, other);
    else
      in_place(h, w, out);
    for (long i = 0; i < h; i++)
      for (long j = 0; j < w; j++)
        sum = sum * 0.99 + out[i][j] + 2 * other[i][j];
  }
  show(sum);
  free(in);
  free(out);
  free(other);
}
