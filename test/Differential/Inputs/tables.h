// Tables of pointers to rows, made in many ways: in some of them rows are one
// behind the other, in others they are part of each other.

#ifndef TABLES_H
#define TABLES_H

#include "program.h"

enum { TABLE_KINDS = 9 };

struct tables {
  double **in, **out;
  double *memory;
  size_t elements;
};

// Two tables of h rows of w elements.
static struct tables make_tables(long h, long w, int kind) {
  size_t row = w + 3, all = (2 * h + 4) * row;
  struct tables t = {malloc((h + 1) * sizeof(double *)),
                     malloc((h + 1) * sizeof(double *)),
                     malloc(all * sizeof(double)), all};
  for (size_t i = 0; i < all; i++)
    t.memory[i] = i * 37 % 101;
  for (long i = 0; i <= h; i++) {
    double *first = t.memory + i * row, *second = first + (h + 1) * row;
    long other = (i * 7 + 3) % (h + 1);
    if ((h + 1) % 7 == 0)
      other = h - i;
    t.in[i] = first;
    t.out[i] = second;
    switch (kind) {
    case 1: // from the end
      t.in[i] = t.memory + (h - i) * row;
      t.out[i] = t.memory + (2 * h + 1 - i) * row;
      break;
    case 2: // by turns
      t.in[i] = t.memory + 2 * i * row;
      t.out[i] = t.in[i] + row;
      break;
    case 3: // in no order
      t.in[i] = t.memory + other * row;
      t.out[i] = t.memory + (2 * h + 1 - other) * row;
      break;
    case 4: // in place
      t.out[i] = t.in[i];
      break;
    case 5: // overlapping by all but one element
      t.out[i] = t.in[i] + 1;
      break;
    case 6: // the row before
      t.out[i] = i == 0 ? second : t.in[i - 1];
      break;
    case 7: // one row that is written again and again
      t.out[i] = t.memory + (2 * h + 2) * row;
      break;
    case 8: // all rows that are read are one
      t.in[i] = t.memory;
      break;
    }
  }
  return t;
}

static void free_tables(struct tables t) {
  for (size_t i = 0; i < t.elements; i += 1)
    t.memory[i] = (long)t.memory[i] % 1000003 * 0.5 + i % 3;
  double sum = 0;
  for (size_t i = 0; i < t.elements; i++)
    sum += t.memory[i] * (i % 17);
  show(sum);
  free(t.in);
  free(t.out);
  free(t.memory);
}

#endif
