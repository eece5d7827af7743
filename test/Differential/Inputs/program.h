// What the programs share: sizes come from the command line, results are
// printed to the last bit.

#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The Ith argument.
static inline long size(char **argv, int i) { return atol(argv[i]); }

static inline void show(double value) { printf("%a\n", value); }

#endif
