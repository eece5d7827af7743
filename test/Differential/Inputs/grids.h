// Grids of small numbers, marks and pixels, for programs whose arguments are two
// sizes and how rare marks are.

#ifndef GRIDS_H
#define GRIDS_H

#include "program.h"

struct grids {
  int h, w;
  unsigned char *data; // 0 to 6
  unsigned char *set;  // 0 or 1
  double *in, *out;
};

// With a border, and a few elements more.
static inline struct grids make_grids(char **argv) {
  struct grids g = {size(argv, 1), size(argv, 2)};
  int often = size(argv, 3) + 1;
  size_t all = (g.h + 2ul) * (g.w + 2ul) + 32;
  g.data = malloc(all);
  g.set = malloc(all);
  g.in = malloc(all * sizeof(double));
  g.out = malloc(all * sizeof(double));
  for (size_t i = 0; i < all; i++) {
    g.data[i] = i * i % 251 % 7;
    g.set[i] = (i * 31 + i / 5) % 11 % often == 0;
    g.in[i] = i * 37 % 101;
    g.out[i] = 0;
  }
  return g;
}

static inline void free_grids(struct grids g) {
  free(g.data);
  free(g.set);
  free(g.in);
  free(g.out);
}

#endif
