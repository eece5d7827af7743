// A kernel that fills a table for two sequences of n and m letters. What it is
// asked for is the numbers in the last row of the table, or some of them.

#ifndef SEQUENCES_H
#define SEQUENCES_H

#include <stdlib.h>

typedef int element;

// As if it were in a file of its own.
__attribute__((noinline)) static void kernel(long n, long m, const int *a,
                                             const int *b, int *out);

#define SIZES 2
#define ELEMENTS(s) ((s)[0] + (s)[1] + 1)
#define INPUT(bits) ((int)((bits) >> 62))
#define WITHOUT_ELEMENTS 1
#define CALL(s, in, out) kernel((s)[0], (s)[1], in, (in) + (s)[0], out)

#include "main.h"

#endif
