// Thirty filters after each other: along rows, along columns, and of single
// pixels, ten times. At the border a pixel keeps its value.
// category: pipelines
// benchmark: in 96 96 300; out 2000 2000 1
// sizes: 0,0,1 1,2,1 2,1,1 7,5,2 19,33,1
// slow: to compile

#include "image.h"

#define EACH_PIXEL                                                             \
  for (long y = 0; y < h; y++)                                                 \
    for (long x = 0; x < w; x++)
#define ROWS(to, from)                                                         \
  EACH_PIXEL                                                                   \
  to[y][x] = x == 0 || x == w - 1                                              \
                 ? from[y][x]                                                  \
                 : (from[y][x - 1] + from[y][x] + from[y][x + 1]) / 3;
#define COLUMNS(to, from)                                                      \
  EACH_PIXEL                                                                   \
  to[y][x] = y == 0 || y == h - 1                                              \
                 ? from[y][x]                                                  \
                 : (from[y - 1][x] + from[y][x] + from[y + 1][x]) / 3;
#define POINT(to, from)                                                        \
  EACH_PIXEL                                                                   \
  to[y][x] = from[y][x] * (1.5f - 0.5f * from[y][x]);

static void kernel(long h, long w, const float (*restrict in)[w],
                   float (*restrict out)[w]) {
  float (*s1)[w] = malloc(h * sizeof *s1);
  float (*s2)[w] = malloc(h * sizeof *s2);
  float (*s3)[w] = malloc(h * sizeof *s3);
  float (*s4)[w] = malloc(h * sizeof *s4);
  float (*s5)[w] = malloc(h * sizeof *s5);
  float (*s6)[w] = malloc(h * sizeof *s6);
  float (*s7)[w] = malloc(h * sizeof *s7);
  float (*s8)[w] = malloc(h * sizeof *s8);
  float (*s9)[w] = malloc(h * sizeof *s9);
  float (*s10)[w] = malloc(h * sizeof *s10);
  float (*s11)[w] = malloc(h * sizeof *s11);
  float (*s12)[w] = malloc(h * sizeof *s12);
  float (*s13)[w] = malloc(h * sizeof *s13);
  float (*s14)[w] = malloc(h * sizeof *s14);
  float (*s15)[w] = malloc(h * sizeof *s15);
  float (*s16)[w] = malloc(h * sizeof *s16);
  float (*s17)[w] = malloc(h * sizeof *s17);
  float (*s18)[w] = malloc(h * sizeof *s18);
  float (*s19)[w] = malloc(h * sizeof *s19);
  float (*s20)[w] = malloc(h * sizeof *s20);
  float (*s21)[w] = malloc(h * sizeof *s21);
  float (*s22)[w] = malloc(h * sizeof *s22);
  float (*s23)[w] = malloc(h * sizeof *s23);
  float (*s24)[w] = malloc(h * sizeof *s24);
  float (*s25)[w] = malloc(h * sizeof *s25);
  float (*s26)[w] = malloc(h * sizeof *s26);
  float (*s27)[w] = malloc(h * sizeof *s27);
  float (*s28)[w] = malloc(h * sizeof *s28);
  float (*s29)[w] = malloc(h * sizeof *s29);
  ROWS(s1, in)
  COLUMNS(s2, s1)
  POINT(s3, s2)
  ROWS(s4, s3)
  COLUMNS(s5, s4)
  POINT(s6, s5)
  ROWS(s7, s6)
  COLUMNS(s8, s7)
  POINT(s9, s8)
  ROWS(s10, s9)
  COLUMNS(s11, s10)
  POINT(s12, s11)
  ROWS(s13, s12)
  COLUMNS(s14, s13)
  POINT(s15, s14)
  ROWS(s16, s15)
  COLUMNS(s17, s16)
  POINT(s18, s17)
  ROWS(s19, s18)
  COLUMNS(s20, s19)
  POINT(s21, s20)
  ROWS(s22, s21)
  COLUMNS(s23, s22)
  POINT(s24, s23)
  ROWS(s25, s24)
  COLUMNS(s26, s25)
  POINT(s27, s26)
  ROWS(s28, s27)
  COLUMNS(s29, s28)
  POINT(out, s29)
  free(s1);
  free(s2);
  free(s3);
  free(s4);
  free(s5);
  free(s6);
  free(s7);
  free(s8);
  free(s9);
  free(s10);
  free(s11);
  free(s12);
  free(s13);
  free(s14);
  free(s15);
  free(s16);
  free(s17);
  free(s18);
  free(s19);
  free(s20);
  free(s21);
  free(s22);
  free(s23);
  free(s24);
  free(s25);
  free(s26);
  free(s27);
  free(s28);
  free(s29);
}
